import type { Inbound, InboundBy, InboundWhat } from "#domain/channel";
import { keepHead, sayWhatWasCut } from "#lib/truncate";
import { eventWire, type EventWire } from "./protocol.ts";

/** In UTF-16 units; what is longer is cut and says so. */
export const decodedTextLimit = 64 * 1024;

/** Undefined for an event of a shape this version does not know. */
export function decodeEvent(channel: string, frame: unknown): Inbound | undefined {
  const parsed = eventWire.safeParse(frame);
  if (!parsed.success) return undefined;
  const event = parsed.data;
  return {
    key: `event-${event.id}`,
    at: event.at,
    from: { channel, room: event.room.id, ...(event.room.topic === undefined ? {} : { topic: event.room.topic }) },
    direct: event.room.kind === "direct",
    by: decodeUser(event.user),
    what: decodeWhat(event.what),
  };
}

function decodeUser(user: EventWire["user"]): InboundBy {
  const name = clean(user.name).slice(0, 200);
  if (!user.human) return { kind: "outside", name, account: `chat:${user.id}` };
  return { kind: "account", account: `chat:${user.id}`, name, ...(user.locale === undefined ? {} : { locale: user.locale }) };
}

function decodeWhat(what: EventWire["what"]): InboundWhat {
  switch (what.kind) {
    case "message":
      return { kind: "said", text: bounded(what.text), ref: what.message, ...(what.files === undefined ? {} : { files: what.files }) };
    case "edit":
      return { kind: "edited", ref: what.message, text: bounded(what.text) };
    case "press":
      return { kind: "pressed", data: what.data };
    case "reaction":
      return { kind: "reacted", ref: what.message, reaction: clean(what.reaction).slice(0, 64), removed: what.removed };
  }
}

function bounded(text: string): string {
  return sayWhatWasCut(keepHead(clean(text), decodedTextLimit));
}

/** NUL ends strings in half the programs behind us, a lone surrogate cannot be written as UTF-8. The rest stays as it was said. */
function clean(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
