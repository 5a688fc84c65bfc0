import { nameOf, whoIs, type Actor } from "#domain/people";
import { ParleyError } from "#domain/errors";
import type { TurnId } from "#domain/ids";
import type { Session } from "#domain/session";
import type { Surface } from "#domain/thread";
import type { Turn } from "#domain/turn";
import type { StopHow, Stopped } from "#domain/verbs";
import { say } from "#lib/words/words";
import type { Gate } from "#hub/access/gate";
import { hubLine } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import { clip } from "#hub/outbox/chat-parts";
import type { TurnRunner } from "./run-turn.ts";
import { turnTexts } from "./texts.ts";

/** Of the dropped prompts, so many are quoted in the thread's line. */
const maxQuoted = 10;

/** Interrupts the turn under way and, if asked to, drops the prompts that wait behind it. Throws if the actor may do none of it. */
export type StopSession = (by: Actor, surface: Surface, session: Session, how?: StopHow) => Promise<Stopped>;

/** Stops that turn for another prompt that goes first, if it is still the one under way. Nobody waits for it. */
export type InterruptTurn = (spoken: { readonly by: Actor; readonly surface: Surface }, session: Session, turn: TurnId) => void;

export function createInterruptTurn({ log }: Pick<HubDeps, "log">, stop: StopSession): InterruptTurn {
  return ({ by, surface }, session, turn) => {
    stop(by, surface, session, { turn }).catch((cause: unknown) =>
      log.error({ cause, session: session.name }, "failed to interrupt a turn for an urgent prompt"),
    );
  };
}

export function createStopSession(
  deps: Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "settings">,
  { gate, runner }: { readonly gate: Gate; readonly runner: Pick<TurnRunner, "underWay" | "interrupt"> },
): StopSession {
  const { store, policy, clock, newId, settings } = deps;
  const { language } = settings;

  const queuedTurns = async ({ id }: Session): Promise<readonly Turn[]> => (await store.openTurns(id)).filter((turn) => turn.state === "queued");

  const dropQueued = async (by: Actor, surface: Surface, session: Session): Promise<number> => {
    for (;;) {
      const own = (await queuedTurns(session)).filter(({ beganBy }) => policy.decide(by, "turn.stop", { beganBy }).verdict === "allow");
      if (own.length === 0) return 0;
      const at = clock.now();
      const head = say(language, turnTexts.queuedDropped, { who: nameOf(by), session: session.name, count: own.length });
      const quoted = own.slice(0, maxQuoted).map(({ prompt }) => `- ${clip(prompt)}`);
      const line = hubLine(newId, session.thread, at, [head, ...quoted].join("\n"));
      // One of them was begun in this moment: it is stopped as the turn under way.
      if (
        !(await store.dropQueued(
          own.map((turn) => turn.id),
          at,
          line,
        ))
      )
        continue;
      await store.record([{ at, kind: "stopped", who: whoIs(by), data: { session: session.id, turns: own.map((turn) => turn.id), surface } }]);
      return own.length;
    }
  };

  const stopUnderWay = async (by: Actor, surface: Surface, { id, name: session }: Session, only: TurnId | undefined): Promise<boolean> => {
    const turn = runner.underWay(id);
    if (turn === undefined || (only !== undefined && turn.id !== only)) return false;
    await gate.admit(by, "turn.stop", {
      beganBy: turn.beganBy,
      what: `stop ${session}`,
      sentence: () => say(language, turnTexts.mayNotStop, { session, who: turn.by.name }),
    });
    const stopped = await runner.interrupt(id, nameOf(by));
    if (stopped) await store.record([{ at: clock.now(), kind: "stopped", who: whoIs(by), data: { session: id, turn: turn.id, surface } }]);
    return stopped;
  };

  return async (by, surface, session, { all = false, turn } = {}) => {
    // Before the turn under way ends, so that none of them begins in its place.
    const dropped = all ? await dropQueued(by, surface, session) : 0;
    const stopped = await stopUnderWay(by, surface, session, turn).catch((cause: unknown) => {
      // Their own prompts are dropped, somebody else's turn goes on.
      if (dropped > 0 && cause instanceof ParleyError) return false;
      throw cause;
    });
    return { stopped, dropped, queued: (await queuedTurns(session)).length };
  };
}
