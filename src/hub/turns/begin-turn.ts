import type { BeginOutcome } from "#domain/agent";
import type { SessionId } from "#domain/ids";
import type { Session } from "#domain/session";
import type { Ending, Turn } from "#domain/turn";
import { KeyedQueue } from "#lib/keyed-queue";
import { formatDuration } from "#lib/time/format-duration";
import { say } from "#lib/words/words";
import { hubLine } from "#hub/authors";
import { wasRemoved } from "#hub/access/was-removed";
import type { HubDeps } from "#hub/deps";
import type { ActiveTurns } from "./active-turns.ts";
import type { TurnEnds } from "./end-turn.ts";
import { buildPrompt } from "./build-prompt.ts";
import { reasonOf } from "./failure-reason.ts";
import type { Seats } from "./seats.ts";
import { turnTexts } from "./texts.ts";

/** A session whose agent was busy is tried again after so long, at the latest. */
const busyFirstMs = 1_000;
const busyMostMs = 30_000;

export interface Beginning extends AsyncDisposable {
  /** Begins the session's next queued turn, if none is under way. */
  wake(session: SessionId): void;
  /** Nothing is begun meanwhile. */
  hold<T>(session: SessionId, work: () => Promise<T>): Promise<T>;
}

export interface BeginningParts {
  readonly seats: Seats;
  readonly active: ActiveTurns;
  readonly ends: TurnEnds;
  readonly timeoutMs: (session: SessionId) => number;
  /** Writes again while the disk is full or held. */
  readonly stored: <T>(write: () => Promise<T>) => Promise<T>;
  /** In the session's queue of events. */
  readonly inOrder: <T>(session: SessionId, work: () => Promise<T>) => Promise<T>;
  readonly stop: AbortSignal;
}

export function createBeginning(deps: HubDeps, parts: BeginningParts): Beginning {
  const { store, clock, newId, log, settings } = deps;
  const { seats, active, ends, stored, stop } = parts;
  const { language } = settings;
  const retries = new Map<SessionId, { waitMs: number; cancel: () => void }>();
  // Not the queue of events: a seat may wait for its first event to be stored before begin() resolves.
  const queue = new KeyedQueue<SessionId>();

  const wake = (session: SessionId): void => {
    queue.run(session, () => next(session)).catch((cause: unknown) => log.error({ cause, session }, "failed to begin a session's next turn"));
  };

  const next = async (id: SessionId): Promise<void> => {
    if (stop.aborted || !(await makeRoom(id))) return;
    const turn = await stored(() => store.beginTurn(id, clock.now()));
    if (turn === undefined) return;
    const session = await store.session(id);
    if (session === undefined) return unbegun(turn, { how: "failed", reason: say(language, turnTexts.sessionRemoved) });
    if (await wasRemoved(deps, turn.beganBy))
      return unbegun(turn, { how: "stopped", reason: say(language, turnTexts.promptersRemoved, { who: turn.by.name }) });
    active.engage(turn, session);
    let outcome: BeginOutcome;
    try {
      const seat = await seats.open(session);
      outcome = await seat.begin(turn.id, await buildPrompt(deps, turn, session));
    } catch (cause) {
      // The hub is stopping, the agent did not fail: the row says begun, and the next start goes on with it.
      if (stop.aborted) return;
      log.warn({ cause, session: session.name }, "failed to begin a turn");
      return unbegun(turn, { how: "failed", reason: reasonOf(cause) });
    }
    if (outcome.how !== "busy") forget(id);
    if (outcome.how === "taken") return revived(turn, session);
    if (outcome.how === "busy") return waits(turn, session, outcome.reason ?? say(language, turnTexts.atTheDeskNow));
    if (outcome.how === "refused") return unbegun(turn, { how: "failed", reason: outcome.reason ?? say(language, turnTexts.notTaken) });
    return unbegun(turn, { how: "lost", reason: outcome.reason ?? say(language, turnTexts.notKnownIfTaken) });
  };

  /** An overdue turn makes room for the next prompt; should its answer still come, it is delivered late. */
  const makeRoom = async (id: SessionId): Promise<boolean> => {
    const current = active.of(id);
    if (current === undefined) return true;
    const isAwaited = (await store.openTurns(id)).some((turn) => turn.state === "queued");
    if (!current.overdue || !isAwaited) return false;
    await seats.get(id)?.then(
      (seat) => seat.interrupt(current.turn.id),
      (cause: unknown) => log.error({ cause }, "failed to reach the seat of an overdue turn"),
    );
    await ends.finish(current.turn, { how: "failed", reason: say(language, turnTexts.gaveUp, { span: formatDuration(language, parts.timeoutMs(id)) }) });
    return true;
  };

  /** A session that was dead has shown that it is alive. */
  const revived = (turn: Turn, session: Session): Promise<void> | undefined =>
    session.state !== "dead"
      ? undefined
      : parts.inOrder(session.id, async () => {
          await stored(() => store.moveSession(session.id, "restarted", ""));
          if (active.of(session.id)?.turn.id === turn.id) await stored(() => store.moveSession(session.id, "taken", ""));
        });

  /** First in line again; the people who wait are told once why. */
  const waits = async (turn: Turn, session: Session, reason: string): Promise<void> => {
    // Stopped while the agent was asked to take it: it must not come back.
    if (active.of(session.id)?.stoppedBy !== undefined) return unbegun(turn, { how: "stopped", reason });
    active.release(turn);
    await stored(() => store.requeueTurn(turn.id));
    const at = clock.now();
    const text = say(language, turnTexts.busy, { session: session.name, reason });
    await stored(() => store.accept({ key: `busy:${turn.id}`, at, message: hubLine(newId, turn.thread, at, text), fan: true }));
    const waitMs = Math.min((retries.get(session.id)?.waitMs ?? busyFirstMs / 2) * 2, busyMostMs);
    retries.get(session.id)?.cancel();
    retries.set(session.id, { waitMs, cancel: clock.after(waitMs, () => wake(session.id)) });
  };

  const forget = (session: SessionId): void => {
    retries.get(session)?.cancel();
    retries.delete(session);
  };

  /** No seat will report its end, so the next in line is begun from here. */
  const unbegun = async (turn: Turn, ending: Ending): Promise<void> => {
    await stored(() => ends.finish(turn, ending));
    wake(turn.session);
  };

  return {
    wake,
    hold: (session, work) => queue.run(session, work),
    [Symbol.asyncDispose]: async () => {
      for (const session of retries.keys()) forget(session);
      await queue.idle();
    },
  };
}
