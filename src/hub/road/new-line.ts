import type { NewId, TurnId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import { whoIs } from "#domain/people";
import type { Acceptance, SyncCheck } from "#domain/store";
import type { NewMessage, Thread } from "#domain/thread";
import { defined } from "#lib/defined";
import { safeName } from "#lib/fs/safe-name";
import { say } from "#lib/words/words";
import { authorOf, messageRole } from "#hub/authors";
import type { AttachedUploads } from "#hub/files/handed-upload";
import type { FoundPlace } from "./read-facts.ts";
import type { AllowedWork, Spoken } from "./incoming-message.ts";
import { roadTexts } from "./texts.ts";

// The rows that words become: the message, and what belongs into its transaction.

/** Words whose uploads are in place. */
export type ReadyWords = Spoken & { readonly attached?: AttachedUploads };
export type KnownPlace = FoundPlace & { readonly thread: Thread };
export type AcceptedFile = NonNullable<Acceptance["files"]>[number];

const none: readonly never[] = [];
const nothing: Omit<Acceptance, "at" | "message"> = {};

/** The artifacts have their ids before they have their bytes, so that the message can name them. */
export function newFiles({ files = none }: Spoken, newId: NewId): readonly AcceptedFile[] {
  return files.map((file) => ({ id: newId("art"), file }));
}

export function newLine(spoken: ReadyWords, thread: Thread, files: readonly AcceptedFile[], { newId, at }: { newId: NewId; at: number }): NewMessage {
  const { by, where, replyTo, quoted, priority } = spoken;
  const author = authorOf(by);
  const claimed = where.kind === "link" ? spoken.meta : withoutHubMarks(spoken.meta);
  const meta = spoken.attached === undefined ? claimed : { ...claimed, uploads: spoken.attached.marks };
  const artifacts = [...files.map(({ id }) => id), ...(spoken.attached?.artifacts ?? none)];
  return {
    id: newId("msg"),
    thread: thread.id,
    at,
    author,
    role: messageRole(author),
    text: files.length === 0 ? spoken.text : withNames(spoken, files),
    ...(artifacts.length === 0 ? undefined : { artifacts }),
    surface: spoken.surface,
    ...(where.kind === "chat"
      ? { origin: { address: where.address, direct: where.direct, ...defined({ ref: where.ref, roomName: where.roomName }) } }
      : undefined),
    ...(replyTo === undefined ? undefined : { replyTo }),
    ...(quoted === undefined ? undefined : { quoted }),
    ...(priority === undefined ? undefined : { priority }),
    ...(meta === undefined ? undefined : { meta }),
  };
}

/** What belongs into the line's own transaction. A person's line over a door makes nobody a participant: that road stays short. */
export function besidesLine(spoken: ReadyWords, { thread, born, unbound }: KnownPlace, sync: SyncCheck | undefined): Omit<Acceptance, "at" | "message"> {
  const { by, where, key, attached } = spoken;
  // Whoever was allowed to have work done somewhere is not shown what is said there.
  if (where.kind === "work") return defined({ key });
  const isChat = where.kind === "chat";
  if (!isChat && by.kind !== "agent" && sync === undefined && attached === undefined) return key === undefined ? nothing : { key };
  return {
    ...(attached === undefined ? undefined : { audit: attached.audit }),
    ...defined({ key, sync, thread: born, reach: reachOf(spoken) }),
    ...(isChat && unbound === true ? { bind: { address: where.address, thread: thread.id } } : undefined),
    ...(isChat || by.kind === "agent" ? { joins: { thread: thread.id, who: whoIs(by) } } : undefined),
    ...(by.kind === "agent" ? { fan: true } : undefined),
  };
}

/** What is made together with work that was allowed, and its record. */
export function besidesWork({ thread, born, bind, newSession, fan, record }: AllowedWork, by: Spoken["by"], turn: TurnId, at: number): Partial<Acceptance> {
  return {
    ...defined({ thread: born, session: newSession, fan, bind: bind && { address: bind, thread } }),
    audit: [{ ...record(turn), at, who: whoIs(by) }],
  };
}

/** Anything said in a direct chat shows where that account can be reached alone. */
export function reachOf({ where }: Spoken): Acceptance["reach"] {
  return where.kind === "chat" && where.reach !== undefined ? { account: where.reach, address: where.address } : undefined;
}

/** That words are a third party's, which rule chose their session, and what was uploaded with them, is the hub's to say: anybody else's mark would be a claim. */
function withoutHubMarks(meta: JsonObject | undefined): JsonObject | undefined {
  if (meta === undefined || !("third_party" in meta || "routed" in meta || "uploads" in meta)) return meta;
  const { third_party: _party, routed: _routed, uploads: _named, ...rest } = meta;
  return rest;
}

/** A photo without a word is a line that names it. */
function withNames({ text, language, filesOver = 0 }: Spoken, files: readonly AcceptedFile[]): string {
  const sent = say(language, roadTexts.filesSent, { names: files.map(({ file }) => safeName(file.name)).join(", ") });
  const names = filesOver === 0 ? sent : `${sent}\n${say(language, roadTexts.filesOver, { max: files.length, count: filesOver })}`;
  return text.trim() === "" ? names : `${text}\n\n${names}`;
}
