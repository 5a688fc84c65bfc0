import type { Inbound, InboundBy, InboundWhat, Quoted, RemoteFile } from "#domain/channel";
import { boundedName, boundedText } from "#channels/kit/clean-text";
import { eventWire, type EventWire, type FileWire } from "./protocol.ts";
import { defined } from "#lib/defined";

/** Undefined for an event of a shape this version does not know. */
export function decodeEvent(channel: string, frame: unknown): Inbound | undefined {
  const parsed = eventWire.safeParse(frame);
  if (!parsed.success) return undefined;
  const event = parsed.data;
  return {
    key: `event-${event.id}`,
    at: event.at,
    from: { channel, room: event.room.id, ...defined({ topic: event.room.topic }) },
    direct: event.room.kind === "direct",
    addressed: isAddressed(event),
    ...defined({ roomName: event.room.name === undefined ? undefined : boundedName(event.room.name) }),
    by: decodeUser(event.user),
    what: decodeWhat(event.what),
  };
}

function isAddressed({ room, what }: EventWire): boolean {
  if (room.kind === "direct" || what.kind === "command" || what.kind === "press") return true;
  return what.kind === "message" && (what.mention === true || what.reply_to?.mine === true);
}

function decodeFile({ id, name, mime, bytes }: FileWire): RemoteFile {
  return { id, name: boundedName(name), mime: boundedName(mime, 100), bytes };
}

function decodeUser(user: EventWire["user"]): InboundBy {
  const name = boundedName(user.name);
  if (!user.human) return { kind: "outside", name, account: `chat:${user.id}` };
  return { kind: "account", account: `chat:${user.id}`, name, ...defined({ locale: user.locale }) };
}

function decodeWhat(what: EventWire["what"]): InboundWhat {
  switch (what.kind) {
    case "message":
      return {
        kind: "said",
        text: boundedText(what.text),
        ref: what.message,
        ...defined({ replyTo: what.reply_to?.message, quoted: decodeQuoted(what.reply_to), files: what.files?.map(decodeFile) }),
      };
    case "command":
      return { kind: "command", line: boundedText(what.line), ref: what.message };
    case "edit":
      return { kind: "edited", ref: what.message, text: boundedText(what.text) };
    case "press":
      return { kind: "pressed", data: what.data, ref: what.message };
    case "reaction":
      return { kind: "reacted", ref: what.message, reaction: boundedName(what.reaction, 64), removed: what.removed };
  }
}

function decodeQuoted({ text, by = "" }: { readonly text?: string | undefined; readonly by?: string | undefined } = {}): Quoted | undefined {
  return text === undefined ? undefined : { text: boundedText(text), by: boundedName(by) };
}
