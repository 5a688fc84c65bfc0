import type { QuestionId, SessionId, ThreadId } from "#domain/ids";
import { everyone } from "#domain/people";
import type { Question } from "#domain/question";
import { noRouting, type Routing } from "#domain/routing";
import { defined } from "#lib/defined";
import type { BusHub } from "#test/fakes/bus-hub";
import { isRouted, type Kind, type State } from "./road-table.ts";

/** A thread in the state that a case is about, and the words to be said there. */
export interface Setting {
  readonly kind: Kind;
  readonly thread: ThreadId;
  readonly session?: SessionId;
  readonly questions: readonly Question[];
  readonly text: string;
  readonly named?: SessionId;
}

export const routedName = "routed";
export const routing: Routing = { ...noRouting, rules: [{ name: "reviews", keywords: ["review"], to: { session: routedName } }] };

let made = 0;
let asked = 0;
export const next = (): string => `${(made += 1)}`;

export async function setUp(hub: BusHub, state: State, kind: Kind): Promise<Setting> {
  const { store, clock } = hub;
  const thread = await addThread(hub);
  const session = state.session === undefined ? undefined : await addSession(hub, thread);
  if (session !== undefined && state.session === "busy") await queue(hub, thread, session, 1);
  if (session !== undefined && state.session === "full") await queue(hub, thread, session, 11);
  if (session !== undefined && state.session === "dead") await store.moveSession(session, "gone", "");
  const words = await wordsOf(hub, kind, thread, session);
  if (state.status !== "discuss") await store.accept({ at: clock.now(), change: { thread, body: { kind: "status", status: state.status, by: "hub" } } });
  return { kind, thread, questions: [], ...words, ...defined({ session }) };
}

async function wordsOf(hub: BusHub, kind: Kind, thread: ThreadId, session: SessionId | undefined): Promise<Pick<Setting, "text" | "named"> & Partial<Setting>> {
  const text = "please look at this";
  switch (kind) {
    case "plain words":
    case "words with a file":
      return { text };
    case "a command":
      return { text: "!!whoami" };
    case "urgent words":
      return { text: `!!now ${text}` };
    case "yes to the one open question":
    case "a yes with a file":
      return { text: "yes", questions: [await addQuestion(hub, thread)] };
    case "yes to one of two questions":
      return { text: "yes", questions: [await addQuestion(hub, thread), await addQuestion(hub, thread)] };
    case "a code and a yes": {
      const question = await addQuestion(hub, await addThread(hub));
      return { text: `yes ${question.code}`, questions: [question] };
    }
    case "a yes to an expired question": {
      const question = await addQuestion(hub, await addThread(hub));
      await hub.store.expire(question.id, question.expiresAt, lineIn(question.thread, hub.clock.now()));
      return { text: `yes ${question.code}` };
    }
    case "work for the session by name":
    case "urgent work for the session by name":
      return { text, ...defined({ named: session }) };
    case "work for a session of another thread":
      return { text, named: await addSession(hub, await addThread(hub)) };
    case "work for a session that is not there":
      return { text, named: "ses_nowhere" };
    case "words that a rule gives to another session":
    case "the name of another session in front":
      await addRouted(hub, session === undefined ? await addThread(hub) : thread);
      return { text: isRouted(kind) && kind.startsWith("the name") ? `@${routedName} ${text}` : "please review this" };
  }
}

async function addThread({ store, clock }: BusHub): Promise<ThreadId> {
  const id: ThreadId = `thr_${next()}`;
  const createdBy = { kind: "hub", id: "hub", name: "Parley" } as const;
  await store.accept({ at: clock.now(), thread: { id, topic: "topic", access: "open", createdBy, at: clock.now(), participants: [] } });
  return id;
}

export async function addSession({ store, clock }: BusHub, thread: ThreadId, name?: string): Promise<SessionId> {
  const id: SessionId = `ses_${next()}`;
  const source = name === undefined ? "store" : "config";
  await store.putSession({ id, name: name ?? `s${id}`, thread, kind: "scripted", cliType: "scripted", workDir: "/", settings: {}, source, at: clock.now() });
  return id;
}

/** The one that the rule names: beside the thread's own session, or in another thread where this one has none. */
async function addRouted(hub: BusHub, thread: ThreadId): Promise<void> {
  const before = await hub.store.sessionByName(everyone, routedName);
  if (before !== undefined) await hub.store.dropSession(before.id);
  await addSession(hub, thread, routedName);
}

async function queue({ store, clock }: BusHub, thread: ThreadId, session: SessionId, times: number): Promise<void> {
  const by = { kind: "person", id: "per_before", name: "Before" } as const;
  for (let n = 0; n < times; n++) {
    const [message, turn, at] = [`msg_${next()}` as const, `trn_${next()}` as const, clock.now()];
    await store.accept({
      at,
      message: { id: message, thread, at, author: by, role: "user", text: "before", surface: "api", turn },
      turn: { id: turn, session, thread, origin: "prompt", prompt: "before", message, by, beganBy: by.id, at },
    });
  }
  await store.beginTurn(session, clock.now());
}

async function addQuestion({ store, clock }: BusHub, thread: ThreadId): Promise<Question> {
  const id: QuestionId = `que_${next()}`;
  const letters = [...`${(asked += 1)}`.padStart(4, "0")].map((digit) => "abcdefghij".charAt(Number(digit))).join("");
  const at = clock.now();
  const { question } = await store.ask(
    {
      id,
      code: `z${letters}`,
      thread,
      asker: { kind: "hub" },
      key: id,
      kind: "permission",
      prompt: "May it?",
      options: [
        { id: "allow", label: "Allow", grants: "allow" },
        { id: "deny", label: "Deny", grants: "deny" },
      ],
      digest: "",
      state: "open",
      askedAt: at,
      expiresAt: at + 3_600_000,
      beganBy: "per_somebody",
    },
    [],
  );
  return question;
}

const lineIn = (thread: ThreadId, at: number) =>
  ({ id: `msg_${next()}`, thread, at, author: { kind: "hub", id: "hub", name: "Parley" }, role: "system", text: "expired", surface: "hub" }) as const;
