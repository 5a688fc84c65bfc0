import type { Language } from "#domain/command";
import type { NewId, ThreadId, TurnId } from "#domain/ids";
import type { Session } from "#domain/session";
import type { Author, NewMessage } from "#domain/thread";
import type { Settings } from "./deps.ts";

export const hubAuthor: Author = { kind: "hub", id: "hub", name: "Parley" };

/** What the hub's own session runs, in place of a CLI. */
export const hubCli = "parley";

/** What a session is called in a sentence; the hub's own, which asks people, goes by the hub's name. */
export function sessionName(session: Session | undefined): string {
  return session?.cliType === hubCli ? hubAuthor.name : (session?.name ?? "");
}

export function sessionAuthor(session: Pick<Session, "id" | "name">): Author {
  return { kind: "agent", id: session.id, name: session.name };
}

/** A line of the hub's own in a thread. With a turn it is that turn's ending, and takes the place of its draft in the chats. */
export function hubLine(newId: NewId, thread: ThreadId, at: number, text: string, turn?: TurnId): NewMessage {
  return { id: newId("msg"), thread, at, author: hubAuthor, role: "system", text, surface: "hub", ...(turn === undefined ? {} : { turn }) };
}

/** `language` of the config, else the account's locale, else English. */
export function languageFor(settings: Pick<Settings, "language">, locale?: string): Language {
  return settings.language ?? (locale?.toLowerCase().startsWith("zh") === true ? "zh-CN" : "en");
}
