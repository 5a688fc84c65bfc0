import type { AgentEvent, OpenTurn, Seat, SeatSpec } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { SessionId, TurnId } from "#domain/ids";
import type { Answer, Question } from "#domain/question";
import type { Session } from "#domain/session";
import type { NewMessage } from "#domain/thread";
import type { Ending, Turn } from "#domain/turn";
import { KeyedQueue } from "#lib/keyed-queue";
import { span } from "#lib/span";
import { say } from "#lib/words";
import type { HubDeps } from "./deps.ts";
import type { Drafts } from "./drafts.ts";
import { keepMade } from "./made.ts";
import type { Questions } from "./questions.ts";
import { hubLine, sessionAuthor } from "./speech.ts";
import { endingMessage, sessionEvent } from "./turn-ending.ts";
import { untilKept } from "./until-kept.ts";
import { createWatch } from "./watch.ts";

const everyone = { sees: "all" } as const;

export interface TurnRunner extends AsyncDisposable {
  /** Begins the session's next queued turn, if none is under way. */
  wake(session: SessionId): void;
  /** Opens the seat of a session whose turn was under way when the hub went down. */
  resume(turn: Turn): Promise<void>;
  /** False when nothing is under way. */
  interrupt(session: SessionId, by: string): Promise<boolean>;
  hand(question: Question, answer: Answer): Promise<boolean>;
  resumed(turn: TurnId): void;
  underWay(session: SessionId): Turn | undefined;
  /** Ends a session for good. */
  end(session: SessionId): Promise<void>;
}

interface Active {
  readonly turn: Turn;
  overdue: boolean;
  stoppedBy: string | undefined;
}

/** One queue per session, read from turn rows: a slow turn blocks nobody, and a kill loses nothing. */
export function createTurnRunner(
  deps: HubDeps & { readonly drafts: Drafts; readonly questions: () => Questions; readonly exec: (session: Session) => SeatSpec["exec"] },
): TurnRunner {
  const { store, clock, newId, log, settings, drafts } = deps;
  const language = settings.language ?? "en";
  const stop = new AbortController();
  const seats = new Map<SessionId, Promise<Seat>>();
  const active = new Map<SessionId, Active>();
  const steps = new KeyedQueue<SessionId>();
  const watch = createWatch(clock, settings.turnTimeoutMs, (turn) => {
    overdue(turn).catch((cause: unknown) => log.error({ cause, turn }, "an overdue turn could not be marked"));
  });

  const quiet =
    (what: string, about: object = {}) =>
    (cause: unknown) =>
      log.error({ cause, ...about }, what);

  const kept = <T>(write: () => Promise<T>): Promise<T> => untilKept({ clock, log, signal: stop.signal }, write);

  const seatOf = (session: Session, openTurn?: OpenTurn): Promise<Seat> => {
    const known = seats.get(session.id);
    if (known !== undefined) return known;
    const opening = (async () => {
      const driver = await deps.driver(session.kind);
      const { id, name, cliType, workDir } = session;
      const spec = { session: id, name, cliType, workDir, settings: session.settings, exec: deps.exec(session) };
      const sink = { happened: (event: AgentEvent) => steps.run(session.id, () => kept(() => happened(session, event))) };
      return driver.open(openTurn === undefined ? spec : { ...spec, openTurn }, sink, stop.signal);
    })();
    seats.set(session.id, opening);
    opening.catch(() => seats.delete(session.id));
    return opening;
  };

  const next = async (id: SessionId): Promise<void> => {
    if (stop.signal.aborted) return;
    const current = active.get(id);
    if (current !== undefined) {
      // A turn that was given up makes room for the next prompt; should its answer still come, it is delivered late.
      const waiting = (await store.openTurns(id)).some((turn) => turn.state === "queued");
      if (!current.overdue || !waiting) return;
      await seats.get(id)?.then((seat) => seat.interrupt(current.turn.id), quiet("the seat of an overdue turn is gone"));
      await finish(current.turn, { how: "failed", reason: say(language, "gaveUp", { span: span(language, settings.turnTimeoutMs) }) });
    }
    const turn = await kept(() => store.beginTurn(id, clock.now()));
    if (turn === undefined) return;
    const session = await store.session(id);
    if (session === undefined) return unbegun(turn, { how: "failed", reason: say(language, "sessionRemoved") });
    engage(turn, session);
    let taken: "taken" | "refused" | "unknown";
    try {
      const seat = await seatOf(session);
      taken = await seat.begin(turn.id, { text: turn.prompt, by: turn.by.name, outside: turn.by.kind === "outside" });
    } catch (cause) {
      // Stopping broke it off, not the agent: the row says begun, and the next start goes on with it.
      if (stop.signal.aborted) return;
      log.warn({ cause, session: session.name }, "a turn could not be begun");
      return unbegun(turn, { how: "failed", reason: reasonOf(cause) });
    }
    if (taken === "refused") await unbegun(turn, { how: "failed", reason: say(language, "notTaken") });
    if (taken === "unknown") await unbegun(turn, { how: "lost", reason: say(language, "notKnownIfTaken") });
  };

  /** No seat will report its end, so nobody else lets the next in line begin. */
  const unbegun = async (turn: Turn, ending: Ending): Promise<void> => {
    await kept(() => finish(turn, ending));
    wake(turn.session);
  };

  const engage = (turn: Turn, session: Session): void => {
    active.set(session.id, { turn, overdue: turn.overdueAt !== undefined, stoppedBy: undefined });
    drafts.open(turn, session);
    watch.start(turn.id);
    if (turn.from !== undefined) {
      deps.channels
        .get(turn.from.channel)
        ?.hint?.(turn.from, "working")
        .catch((cause: unknown) => log.debug({ cause }, "a hint was not taken"));
    }
  };

  const happened = async (session: Session, event: AgentEvent): Promise<void> => {
    if (stop.signal.aborted) throw new ParleyError("ShuttingDown", say(language, "shuttingDown"));
    if (event.kind === "started") return began(session, event.turn, event.prompt);
    const current = active.get(session.id);
    if (current?.turn.id !== event.turn) return tooLate(session, event);
    watch.sign(event.turn);
    switch (event.kind) {
      case "delta":
        return drafts.delta(event.turn, event.text);
      case "step":
        return drafts.step(event.turn, event.step);
      case "asked":
        watch.pause(event.turn);
        await deps.questions().ask(current.turn, event.ask);
        return;
      case "unasked":
        return deps.questions().unask(event.turn, event.key, event.reason);
      case "made":
        return keepMade(deps, current.turn, session, event);
      case "ended":
        await finish(current.turn, event.ending);
        wake(session.id);
        return;
    }
  };

  /** Somebody typed at the desk: the turn is ours to log and to answer, not to begin. */
  const began = async (session: Session, id: TurnId, prompt: string): Promise<void> => {
    const at = clock.now();
    const by = { kind: "person" as const, id: "desk", name: say(language, "atTheDesk") };
    const message: NewMessage = { id: newId("msg"), thread: session.thread, at, author: by, role: "user", text: prompt, surface: "hub", turn: id };
    const turn = await store.deskTurn(
      { id, session: session.id, thread: session.thread, origin: "desk", prompt, message: message.id, by, beganBy: "desk", at },
      message,
    );
    if (turn.state === "begun") engage(turn, session);
  };

  /** Of a turn that is over: an answer that was given up is still delivered, anything else is only noted. */
  const tooLate = async (session: Session, event: Exclude<AgentEvent, { kind: "started" }>): Promise<void> => {
    const turn = await store.turn(event.turn);
    if (event.kind !== "ended" || event.ending.how !== "completed" || turn?.overdueAt === undefined || turn.state !== "ended") {
      log.debug({ session: session.name, turn: event.turn, event: event.kind }, "an event came after its turn was over");
      return;
    }
    const at = clock.now();
    const text = `${say(language, "lateAnswer", { session: session.name, span: span(language, at - turn.overdueAt) })}\n\n${event.ending.text}`;
    await store.accept({
      key: `late:${turn.id}`,
      at,
      message: { id: newId("msg"), thread: turn.thread, at, author: sessionAuthor(session), role: "assistant", text, surface: "hub", turn: turn.id },
      fan: true,
    });
    if (!active.has(session.id)) await store.moveSession(session.id, "late", "");
  };

  const finish = async (turn: Turn, ending: Ending): Promise<void> => {
    const session = await store.session(turn.session);
    const current = active.get(turn.session);
    const message =
      session === undefined
        ? hubLine(newId, turn.thread, clock.now(), say(language, "sessionRemoved"), turn.id)
        : endingMessage(deps, { turn, session, ending, draft: drafts.get(turn.id), stoppedBy: current?.stoppedBy });
    const reason = ending.how === "completed" ? "" : ending.reason;
    await store.endTurn({ turn: turn.id, at: clock.now(), ending, session: sessionEvent(ending, current?.overdue ?? false), reason, message });
    watch.end(turn.id);
    if (current?.turn.id === turn.id) active.delete(turn.session);
    drafts.end(turn.id);
  };

  const overdue = async (id: TurnId): Promise<void> => {
    const current = [...active.values()].find((one) => one.turn.id === id);
    const session = current === undefined ? undefined : await store.session(current.turn.session);
    if (current === undefined || session === undefined) return;
    current.overdue = true;
    const text = say(language, "timeout", { session: session.name, span: span(language, settings.turnTimeoutMs), prefix: settings.prefix });
    await store.overdue(id, clock.now(), hubLine(newId, session.thread, clock.now(), text));
    wake(session.id);
  };

  const wake = (session: SessionId): void => {
    // Not in the queue of events: a seat may wait for its first event to be kept before begin() resolves.
    beginning.run(session, () => next(session)).catch(quiet("the next turn of a session could not be begun", { session }));
  };
  const beginning = new KeyedQueue<SessionId>();

  return {
    wake,
    resume: async (turn) => {
      const session = await store.session(turn.session);
      if (session === undefined) return finish(turn, { how: "lost", reason: say(language, "sessionRemoved") });
      engage(turn, session);
      const asked = await store.questions(everyone, { turn: turn.id });
      if (asked.some((question) => question.state === "open")) watch.pause(turn.id);
      const openTurn: OpenTurn = {
        id: turn.id,
        origin: turn.origin,
        prompt: { text: turn.prompt, by: turn.by.name, outside: turn.by.kind === "outside" },
        asked: asked.map(({ key, id, state }) => ({ key, question: id, state })),
      };
      try {
        await seatOf(session, openTurn);
      } catch (cause) {
        if (stop.signal.aborted) return;
        log.warn({ cause, session: session.name }, "a session could not be opened again");
        await finish(turn, { how: "lost", reason: reasonOf(cause) });
      }
    },
    interrupt: async (id, by) => {
      const current = active.get(id);
      const seat = seats.get(id);
      if (current === undefined || seat === undefined) return false;
      current.stoppedBy = by;
      await (await seat).interrupt(current.turn.id);
      return true;
    },
    hand: async (question, answer) => {
      const seat = seats.get(question.session);
      if (seat === undefined) return false;
      await (await seat).answer(question.id, answer);
      return true;
    },
    resumed: (turn) => watch.resume(turn),
    underWay: (session) => active.get(session)?.turn,
    end: async (id) => {
      const seat = await seats.get(id);
      seats.delete(id);
      await seat?.end();
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      watch[Symbol.dispose]();
      await beginning.idle();
      for (const seat of await Promise.allSettled(seats.values())) if (seat.status === "fulfilled") await seat.value[Symbol.asyncDispose]();
      await steps.idle();
    },
  };
}

function reasonOf(cause: unknown): string {
  return cause instanceof ParleyError ? cause.message : cause instanceof Error ? cause.message : String(cause);
}
