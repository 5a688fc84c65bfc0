import type { BacklogEntry } from "#domain/backlog";
import type { JsonObject } from "#domain/json";
import { keepHead } from "#lib/text/truncate";
import type { IrcMessage } from "#wire/irc/spec";
import { textIn } from "./backlog-fields.ts";
import type { Room } from "./rooms.ts";
import { defined } from "#lib/defined";

/** No line of IRC is longer by its own rules; servers and services that know none are cut here. */
export const storedChars = 2_048;
const nameChars = 64;

/** A line as it is kept: what was said, as it was said. */
export interface StoredLine {
  readonly n: number;
  readonly at: number;
  readonly nick: string;
  readonly kind: "message" | "notice" | "action";
  readonly text: string;
}

export function bodyOf(message: IrcMessage, words: (text: string) => string): JsonObject {
  return {
    nick: keepHead(message.nick, nameChars).text,
    kind: message.kind,
    text: keepHead(words(message.text), storedChars).text.toWellFormed(),
    ...(message.account === undefined ? {} : { account: keepHead(message.account, nameChars).text }),
  };
}

export function lineOf({ n, at, body }: BacklogEntry): StoredLine {
  const kind = body["kind"];
  return {
    n,
    at,
    nick: textIn(body, "nick"),
    kind: kind === "notice" || kind === "action" ? kind : "message",
    text: textIn(body, "text"),
  };
}

/** As it stands in the readable copy. */
export function copyOf(room: Room, { n, at, body }: BacklogEntry): JsonObject {
  const { nick, kind, text, account } = body;
  return { id: `${room.name} ${n}`, ts: new Date(at).toISOString(), from: room.name, nick, ...defined({ account }), kind, text };
}
