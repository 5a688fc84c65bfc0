import type { OpenTurn, Seat } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { SessionId, TurnId } from "#domain/ids";
import { everyone } from "#domain/people";
import type { Answer, Question } from "#domain/question";
import type { Session } from "#domain/session";
import type { Turn } from "#domain/turn";
import { KeyedQueue } from "#lib/keyed-queue";
import { say } from "#lib/words/words";
import type { Gate } from "#hub/access/gate";
import { wasRemoved } from "#hub/access/was-removed";
import type { HubDeps } from "#hub/deps";
import type { Questions } from "#hub/questions/questions";
import { retryStoreWrite } from "#hub/store-retry";
import type { CommandTerminal } from "#hub/terminal/terminal";
import { createActiveTurns, type ActiveTurn } from "./active-turns.ts";
import { createBeginning } from "./begin-turn.ts";
import type { Drafts } from "./drafts.ts";
import { createTurnEnds } from "./end-turn.ts";
import { createHearing } from "./hear-event.ts";
import { buildPrompt } from "./build-prompt.ts";
import { reasonOf } from "./failure-reason.ts";
import { createDeliverFile } from "./deliver-file.ts";
import { seatSpec, type SeatConfig } from "./seat-spec.ts";
import { createSeats } from "./seats.ts";
import { turnTexts } from "./texts.ts";
import { includesTopic, type Wakes } from "#hub/wakes";
import { createWatch } from "./watchdog.ts";

export interface TurnRunner extends AsyncDisposable {
  /** Begins the session's next queued turn, if none is under way. */
  wake(session: SessionId): void;
  /** Opens the seat of a session whose turn was under way when the hub went down. */
  resume(turn: Turn): Promise<void>;
  /** False when nothing is under way. */
  interrupt(session: SessionId, by: string): Promise<boolean>;
  /** Stops the turns of people who were removed, as it also does whenever people change. Those that are queued end when their turn comes. */
  dropOrphans(): Promise<void>;
  hand(question: Question, answer: Answer): Promise<boolean>;
  /** The turn waits for a person, and its timeout with it. */
  paused(turn: TurnId): void;
  resumed(turn: TurnId): void;
  underWay(session: SessionId): Turn | undefined;
  /** What the configuration gives the session's seat when it is opened. */
  configure(session: SessionId, config: SeatConfig): void;
  /** The session's seat, opened if it is not. */
  seat(session: Session): Promise<Seat>;
  /** The same if it is open. */
  openSeat(session: SessionId): Promise<Seat> | undefined;
  /** A sign of life of the turn under way. */
  sign(session: SessionId): void;
  /** Opens the seats whose drivers hear what happens without a prompt. One that does not open is shown as dead. */
  watch(): Promise<void>;
  /** Ends what the session runs and starts it anew. Its turn ends as stopped; what is queued waits and goes on. */
  restart(session: Session, by: string, resume?: string): Promise<void>;
  /** Ends a session for good, at its driver: whatever it started is gone. */
  end(session: Session): Promise<void>;
}

/** One queue per session, read from turn rows: a slow turn blocks no other session, and a kill loses nothing. */
export function createTurnRunner(
  deps: HubDeps & {
    readonly drafts: Drafts;
    readonly questions: () => Questions;
    readonly terminal: () => CommandTerminal;
    readonly gate: Gate;
    readonly wakes: Pick<Wakes, "on">;
  },
): TurnRunner {
  const { store, clock, log, settings, drafts } = deps;
  const stop = new AbortController();
  const events = new KeyedQueue<SessionId>();
  const stored = <T>(write: () => Promise<T>): Promise<T> => retryStoreWrite({ clock, log, signal: stop.signal }, write);
  const configs = new Map<SessionId, SeatConfig>();
  const timeoutMs = (session: SessionId): number => configs.get(session)?.timeoutMs ?? settings.turnTimeoutMs;
  const deliver = createDeliverFile(deps, deps.gate);
  const watch = createWatch(clock, (turn) => {
    ends.overdue(turn).then(
      (session) => session !== undefined && beginning.wake(session),
      (cause: unknown) => log.error({ cause, turn }, "failed to mark an overdue turn"),
    );
  });
  const active = createActiveTurns({ drafts, watch, timeoutMs });
  const ends = createTurnEnds(deps, { active, drafts, timeoutMs });
  const seats = createSeats(deps, {
    specOf: (session) => seatSpec(deps, { terminal: deps.terminal, deliver }, session, configs.get(session.id)),
    heard: (session, event) => events.run(session.id, () => stored(() => hear(session, event))),
    stop: stop.signal,
  });
  const inOrder = <T>(session: SessionId, work: () => Promise<T>): Promise<T> => events.run(session, work);
  const beginning = createBeginning(deps, { seats, active, ends, timeoutMs, stored, inOrder, stop: stop.signal });
  const hear = createHearing(deps, { active, ends, drafts, watch, questions: deps.questions, wake: beginning.wake, stop: stop.signal });

  const watchSeat = async (session: Session): Promise<void> => {
    try {
      if (seats.get(session.id) === undefined && (await deps.driver(session.kind)).watches) await seats.open(session);
    } catch (cause) {
      if (stop.signal.aborted || (cause instanceof ParleyError && cause.code === "NotSupported")) return;
      log.warn({ cause, session: session.name }, "failed to open a session at start");
      await store.moveSession(session.id, "gone", reasonOf(cause));
    }
  };

  const resume = async (turn: Turn): Promise<void> => {
    const session = await store.session(turn.session);
    if (session === undefined) return ends.finish(turn, { how: "lost", reason: say(settings.language, turnTexts.sessionRemoved) });
    active.engage(turn, session);
    const asked = await store.questions(everyone, { turn: turn.id });
    if (asked.some((question) => question.state === "open")) watch.pause(turn.id);
    const openTurn: OpenTurn = {
      id: turn.id,
      origin: turn.origin,
      prompt: await buildPrompt(deps, turn, session),
      asked: asked.filter(({ asker }) => asker.kind === "turn").map(({ key, id, state }) => ({ key, question: id, state })),
    };
    try {
      await seats.open(session, openTurn);
    } catch (cause) {
      if (stop.signal.aborted) return;
      log.warn({ cause, session: session.name }, "failed to open a session again");
      await ends.finish(turn, { how: "lost", reason: reasonOf(cause) });
    }
  };

  const stopTurn = async (id: SessionId, why: Partial<Pick<ActiveTurn, "stoppedBy" | "stoppedBecause">>): Promise<boolean> => {
    const current = active.of(id);
    const seat = seats.get(id);
    if (current === undefined || seat === undefined) return false;
    Object.assign(current, why);
    await (await seat).interrupt(current.turn.id);
    return true;
  };

  const dropOrphans = async (): Promise<void> => {
    for (const { turn } of active.all()) {
      if (!(await wasRemoved(deps, turn.beganBy))) continue;
      const stoppedBecause = say(settings.language, turnTexts.promptersRemoved, { who: turn.by.name });
      const isStopped = await stopTurn(turn.session, { stoppedBecause });
      if (isStopped)
        await store.record([{ at: clock.now(), kind: "stopped", who: "hub", data: { session: turn.session, turn: turn.id, removed: turn.by.name } }]);
    }
  };

  deps.wakes.on((batch) => {
    if (!includesTopic(batch, "people")) return;
    dropOrphans().catch((cause: unknown) => log.error({ cause }, "failed to stop the turns of people who were removed"));
  });

  return {
    wake: beginning.wake,
    resume,
    interrupt: (id, by) => stopTurn(id, { stoppedBy: by }),
    dropOrphans,
    hand: async (question, answer) => {
      const seat = question.session === undefined ? undefined : seats.get(question.session);
      if (seat === undefined) return false;
      await (await seat).answer(question.id, answer);
      return true;
    },
    paused: (turn) => watch.pause(turn),
    resumed: (turn) => watch.resume(turn),
    underWay: (session) => active.of(session)?.turn,
    configure: (session, config) => void configs.set(session, config),
    seat: (session) => seats.open(session),
    openSeat: (session) => seats.get(session),
    sign: (session) => {
      const current = active.of(session);
      if (current !== undefined) watch.sign(current.turn.id);
    },
    watch: async () => {
      await Promise.all((await store.sessions(everyone)).filter((session) => session.state !== "dead").map(watchSeat));
    },
    restart: (session, by, resume) =>
      beginning
        .hold(session.id, async () => {
          const current = active.of(session.id);
          if (current !== undefined) current.stoppedBy = by;
          try {
            await seats.restart(session, resume);
          } catch (cause) {
            await store.moveSession(session.id, "gone", reasonOf(cause));
            throw cause;
          }
          // In order with the end of the turn that it stopped.
          await events.run(session.id, async () => {
            await stored(() => store.moveSession(session.id, "gone", ""));
            await stored(() => store.moveSession(session.id, "restarted", ""));
          });
        })
        .finally(() => beginning.wake(session.id)),
    end: async (session) => {
      await seats.end(session).catch((cause: unknown) => {
        // A kind of agent that this version lacks has nothing running here.
        if (!(cause instanceof ParleyError) || cause.code !== "NotSupported") throw cause;
      });
      await events.run(session.id, async () => {});
      configs.delete(session.id);
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      watch[Symbol.dispose]();
      await beginning[Symbol.asyncDispose]();
      await seats[Symbol.asyncDispose]();
      await events.idle();
    },
  };
}
