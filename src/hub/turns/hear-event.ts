import type { AgentEvent, Heard, SeatEvent, TurnEvent } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { SessionId, TurnId } from "#domain/ids";
import type { Session } from "#domain/session";
import type { NewMessage } from "#domain/thread";
import { formatDuration } from "#lib/time/format-duration";
import { say } from "#lib/words/words";
import { sessionAuthor } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import type { Questions } from "#hub/questions/questions";
import { roadTexts } from "#hub/road/texts";
import { defined } from "#lib/defined";
import type { ActiveTurn, ActiveTurns } from "./active-turns.ts";
import type { Drafts } from "./drafts.ts";
import type { TurnEnds } from "./end-turn.ts";
import { keepMade } from "./store-made-file.ts";
import { turnTexts } from "./texts.ts";
import type { TurnWatch } from "./watchdog.ts";

export interface HearingParts {
  readonly active: ActiveTurns;
  readonly ends: TurnEnds;
  readonly drafts: Drafts;
  readonly watch: TurnWatch;
  readonly questions: () => Questions;
  readonly wake: (session: SessionId) => void;
  readonly stop: AbortSignal;
}

const kept: Heard = { how: "kept" };
const late: Heard = { how: "late" };

/** What an agent reports: of one session in order, one at a time. */
export function createHearing(deps: HubDeps, parts: HearingParts): (session: Session, event: AgentEvent) => Promise<Heard> {
  const { store, clock, newId, log, settings } = deps;
  const { active, ends, drafts, watch } = parts;
  const { language } = settings;

  const ofSeat = async (session: Session, event: SeatEvent): Promise<Heard> => {
    if (event.kind === "gone") {
      const current = active.of(session.id);
      if (current !== undefined) await ends.finish(current.turn, { how: "lost", reason: event.reason });
      await store.moveSession(session.id, "gone", event.reason);
    } else await store.moveSession(session.id, "restarted", "");
    // Whether a queued turn waits, or fails with a sentence, is the driver's to say when it is begun.
    parts.wake(session.id);
    return kept;
  };

  const ofTurn = async (session: Session, current: ActiveTurn, event: Exclude<TurnEvent, { kind: "started" }>): Promise<Heard> => {
    if (event.kind !== "status" || event.status.doing !== "stalled") watch.sign(event.turn);
    switch (event.kind) {
      case "delta":
        drafts.delta(event.turn, event.text);
        return kept;
      case "step":
        drafts.step(event.turn, event.step);
        return kept;
      case "status":
        drafts.status(event.turn, event.status);
        return kept;
      case "plan":
        drafts.plan(event.turn, event.plan);
        return kept;
      case "usage":
        await store.keepUsage(event.turn, event.usage);
        return kept;
      case "asked": {
        watch.pause(event.turn);
        const { id } = await parts.questions().ask(current.turn, event.ask);
        return { how: "kept", question: id };
      }
      case "unasked":
        await parts.questions().unask(event.turn, event.key, current.stoppedBecause ?? event.reason);
        return kept;
      case "settled":
        await parts.questions().settle(event.turn, event.key, defined({ option: event.option, text: event.text }));
        return kept;
      case "made": {
        const artifact = await keepMade(deps, current.turn, session, event);
        return { how: "kept", ...defined({ artifact }) };
      }
      case "ended":
        await ends.finish(current.turn, event.ending);
        parts.wake(session.id);
        return kept;
    }
  };

  /** Somebody typed at the desk: the turn is ours to log and to answer, not to begin. */
  const atTheDesk = async (session: Session, id: TurnId, prompt: string): Promise<Heard> => {
    const at = clock.now();
    const by = { kind: "person" as const, id: "desk", name: say(language, turnTexts.atTheDesk) };
    const message: NewMessage = { id: newId("msg"), thread: session.thread, at, author: by, role: "user", text: prompt, surface: "desk", turn: id };
    const turn = await store.deskTurn(
      { id, session: session.id, thread: session.thread, origin: "desk", prompt, message: message.id, by, beganBy: "desk", at },
      message,
    );
    if (turn === undefined) return { how: "busy", reason: say(language, turnTexts.turnUnderWay) };
    if (turn.state === "begun" && active.of(session.id)?.turn.id !== id) active.engage(turn, session);
    return kept;
  };

  /** Of a turn that is over: an answer that was given up is still delivered, anything else is only noted. */
  const tooLate = async (session: Session, event: Exclude<TurnEvent, { kind: "started" }>): Promise<Heard> => {
    const turn = await store.turn(event.turn);
    if (event.kind !== "ended" || event.ending.how !== "completed" || turn?.overdueAt === undefined || turn.state !== "ended") {
      log.debug({ session: session.name, turn: event.turn, event: event.kind }, "an event came after its turn was over");
      return late;
    }
    const at = clock.now();
    const text = `${say(language, turnTexts.lateAnswer, { session: session.name, span: formatDuration(language, at - turn.overdueAt) })}\n\n${event.ending.text}`;
    await store.accept({
      key: `late:${turn.id}`,
      at,
      message: { id: newId("msg"), thread: turn.thread, at, author: sessionAuthor(session), role: "assistant", text, surface: "hub", turn: turn.id },
      fan: true,
    });
    if (active.of(session.id) === undefined) await store.moveSession(session.id, "late", "");
    return kept;
  };

  return async (session, event) => {
    if (parts.stop.aborted) throw new ParleyError("ShuttingDown", say(language, roadTexts.shuttingDown));
    if (event.kind === "gone" || event.kind === "back") return ofSeat(session, event);
    if (event.kind === "started") return atTheDesk(session, event.turn, event.prompt);
    const current = active.of(session.id);
    return current?.turn.id === event.turn ? ofTurn(session, current, event) : tooLate(session, event);
  };
}
