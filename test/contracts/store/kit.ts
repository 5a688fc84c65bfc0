import type { NewRecord } from "#domain/audit";
import type { Address } from "#domain/channel";
import type { IdKinds, MessageId, NewId, SessionId, ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { Given, Question } from "#domain/question";
import type { NewSession, Session } from "#domain/session";
import type { Acceptance, NewThread, Store } from "#domain/store";
import type { Author, Message, NewMessage } from "#domain/thread";
import type { NewTurn, Turn } from "#domain/turn";

/** A fresh store whose ids and time come from the test; `reopen` closes it and opens the same data again. */
export interface Opened extends AsyncDisposable {
  readonly store: Store;
  reopen(): Promise<Store>;
}
export type OpenStore = (source: { readonly newId: NewId; readonly now: () => number }) => Promise<Opened>;

export const all: Reader = { sees: "all", who: "per_reader" };
export const ann: Author = { kind: "person", id: "per_ann", name: "Ann" };
export const claude: Author = { kind: "agent", id: "ses_claude", name: "claude" };
export const hub: Author = { kind: "hub", id: "hub", name: "hub" };
export const roomA: Address = { channel: "chat", room: "A" };
export const roomB: Address = { channel: "chat", room: "B", topic: "7" };

/** A store with what tests write into it. Time stands still unless the test moves it. */
export interface Kit extends AsyncDisposable {
  readonly store: Store;
  readonly clock: { now: number };
  readonly newId: NewId;
  reopen(): Promise<void>;
  thread(more?: Partial<NewThread>): Promise<ThreadId>;
  line(thread: ThreadId, more?: Partial<NewMessage>): NewMessage;
  say(thread: ThreadId, more?: Partial<NewMessage>, acceptance?: Partial<Acceptance>): Promise<Message>;
  session(thread: ThreadId, more?: Partial<NewSession>): Promise<Session>;
  prompt(session: Session, more?: Partial<NewTurn>): Promise<Turn>;
  /** A turn under way. */
  begun(session: Session): Promise<Turn>;
  question(turn: Turn, more?: Partial<Question>): Question;
  given(more?: Partial<Given>): Given;
  record(more?: Partial<NewRecord>): NewRecord;
}

export async function kit(open: OpenStore): Promise<Kit> {
  const clock = { now: 1_000_000 };
  let made = 0;
  const newId: NewId = <K extends keyof IdKinds>(kind: K): IdKinds[K] => {
    made += 1;
    return `${kind}_${String(made).padStart(8, "0")}` as IdKinds[K];
  };
  const opened = await open({ newId, now: () => clock.now });
  let current = opened.store;

  function line(thread: ThreadId, more: Partial<NewMessage> = {}): NewMessage {
    return { id: newId("msg"), thread, at: clock.now, author: ann, role: "user", text: "hello", surface: "api", ...more };
  }
  function newTurn(session: Session, message: MessageId, more: Partial<NewTurn> = {}): NewTurn {
    return {
      id: newId("trn"),
      session: session.id,
      thread: session.thread,
      origin: "prompt",
      prompt: "hello",
      message,
      by: ann,
      beganBy: ann.id,
      at: clock.now,
      ...more,
    };
  }
  async function prompt(session: Session, more: Partial<NewTurn> = {}): Promise<Turn> {
    const id = more.id ?? newId("trn");
    const message = line(session.thread, { turn: id });
    const { turn } = await current.accept({ at: clock.now, message, turn: newTurn(session, message.id, { ...more, id }) });
    return present(turn);
  }

  return {
    get store() {
      return current;
    },
    clock,
    newId,
    reopen: async () => {
      current = await opened.reopen();
    },
    thread: async (more = {}) => {
      const id = newId("thr");
      await current.accept({ at: clock.now, thread: { id, topic: "work", access: "open", createdBy: ann, at: clock.now, participants: [], ...more } });
      return more.id ?? id;
    },
    line,
    say: async (thread, more, acceptance) => present((await current.accept({ at: clock.now, message: line(thread, more), ...acceptance })).message),
    session: (thread, more = {}) => {
      const id: SessionId = newId("ses");
      return current.putSession({
        id,
        name: `agent ${id}`,
        thread,
        kind: "scripted",
        cliType: "scripted",
        workDir: "/w",
        settings: { a: 1 },
        source: "store",
        at: clock.now,
        ...more,
      });
    },
    prompt,
    begun: async (session) => {
      await prompt(session);
      return present(await current.beginTurn(session.id, clock.now));
    },
    question: (turn, more = {}) => {
      const id = newId("que");
      return {
        id,
        code: id.slice(-5),
        thread: turn.thread,
        asker: { kind: "turn" },
        session: turn.session,
        turn: turn.id,
        key: "may-i",
        kind: "permission",
        prompt: "May I?",
        subject: { argv: ["rm", "x"], directory: "/w" },
        options: [
          { id: "yes", label: "Yes", grants: "allow" },
          { id: "no", label: "No", grants: "deny" },
        ],
        digest: "d1",
        state: "open",
        askedAt: clock.now,
        expiresAt: clock.now + 60_000,
        beganBy: turn.beganBy,
        ...more,
      };
    },
    given: (more = {}) => ({ option: "yes", by: ann.id, name: ann.name, surface: "page", at: clock.now, ...more }),
    record: (more = {}) => ({ at: clock.now, kind: "access", who: ann.id, data: { what: "test" }, ...more }),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("expected a value, found undefined");
  return value;
}

/** What a verb that must refuse was refused with. */
export async function refusal(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
  throw new Error("expected a refusal, found an outcome");
}
