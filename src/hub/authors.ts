import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { NewId, ThreadId, TurnId } from "#domain/ids";
import type { Question } from "#domain/question";
import type { Session } from "#domain/session";
import type { Store } from "#domain/store";
import type { Author, MessageRole, NewMessage } from "#domain/thread";
import { defined } from "#lib/defined";

export const hubAuthor: Author = { kind: "hub", id: "hub", name: "Parley" };

/** Who asks, in a sentence: the session that waits for the answer, else the hub. */
export async function askerName(store: Pick<Store, "session">, { session }: Pick<Question, "session">): Promise<string> {
  return session === undefined ? hubAuthor.name : ((await store.session(session))?.name ?? "");
}

const authorKinds: Readonly<Record<Actor["kind"], Author["kind"]>> = {
  person: "person",
  guest: "person",
  stranger: "person",
  operator: "person",
  agent: "agent",
  session: "agent",
  outside: "outside",
  hub: "hub",
};

export function authorOf(actor: Actor): Author {
  return { kind: authorKinds[actor.kind], id: whoIs(actor), name: nameOf(actor) };
}

/** By who speaks, and never by what a request says. */
export function messageRole({ kind }: Author): MessageRole {
  if (kind === "hub") return "system";
  return kind === "agent" ? "assistant" : "user";
}

export function sessionAuthor(session: Pick<Session, "id" | "name">): Author {
  return { kind: "agent", id: session.id, name: session.name };
}

/** A line of the hub's own in a thread. With a turn it is that turn's ending, and takes the place of its draft in the chats. */
export function hubLine(newId: NewId, thread: ThreadId, at: number, text: string, turn?: TurnId): NewMessage {
  return { id: newId("msg"), thread, at, author: hubAuthor, role: "system", text, surface: "hub", ...defined({ turn }) };
}
