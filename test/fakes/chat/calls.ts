import { createHash } from "node:crypto";
import { textLimit, type ButtonWire, type CallWire, type ReplyWire } from "./protocol.ts";
import type { ChatLog, LogMessage } from "./log.ts";
import { defined } from "#lib/defined";

export interface User {
  readonly id: string;
  readonly name: string;
  /** False for webhooks and other programs that speak in rooms. */
  readonly human: boolean;
  readonly locale?: string;
}

export interface Room {
  readonly id: string;
  readonly kind: "direct" | "group";
  /** What people call it. */
  readonly name?: string;
  readonly members: readonly string[];
}

export interface ChatState {
  readonly dedupe: boolean;
  readonly fileBytes: number;
  readonly users: Map<string, User>;
  readonly rooms: Map<string, Room>;
  /** `room nonce` → message id. */
  readonly nonces: Map<string, string>;
  readonly files: Map<string, Buffer>;
  readonly hints: { room: string; doing: string; message?: string }[];
  /** What the client said it understands. */
  commands: readonly { readonly name: string; readonly summary: string; readonly usage: string }[];
  readonly toasts: { event: number; toast: string }[];
  readonly log: ChatLog;
  readonly nextId: () => string;
}

/** What the chat does with a call when nothing goes wrong on the way. */
export function answerCall(state: ChatState, call: Exclude<CallWire, { method: "ack" }>): ReplyWire {
  switch (call.method) {
    case "ping":
      return { ok: true };
    case "typing":
      state.hints.push({ room: call.room, doing: call.doing, ...defined({ message: call.message }) });
      return { ok: true };
    case "commands":
      state.commands = call.commands;
      return { ok: true };
    case "open":
      return open(state, call.user);
    case "remove":
      return remove(state, call.message);
    case "post":
      if (call.text.length > textLimit) return tooLong();
      if (call.text.trim() === "") return no(400, "A message needs text.");
      return add(state, call, { text: call.text, buttons: call.buttons ?? [], ...defined({ plain: call.plain }) });
    case "edit":
      return edit(state, call.message, call.text, call.buttons ?? []);
    case "upload": {
      const content = Buffer.from(call.base64, "base64");
      if (content.length > state.fileBytes) return no(413, `The file is larger than ${state.fileBytes} bytes.`);
      if (call.caption.length > textLimit) return tooLong();
      const file = { name: call.name, mime: call.mime, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
      return add(state, call, { text: call.caption, buttons: [], file });
    }
    case "download": {
      const content = state.files.get(call.file);
      return content === undefined ? no(404, "There is no such file.") : { ok: true, base64: content.toString("base64") };
    }
  }
}

/** The room that a call is about, if it is about one. */
export function roomOf(call: CallWire, state: ChatState): string | undefined {
  if ("room" in call) return call.room;
  return call.method === "edit" || call.method === "remove" ? state.log.get(call.message)?.room : undefined;
}

function add(
  state: ChatState,
  to: { room: string; topic?: string | undefined; nonce?: string | undefined; reply_to?: string | undefined },
  what: Pick<LogMessage, "text" | "buttons" | "file" | "plain">,
): ReplyWire {
  if (!state.rooms.has(to.room)) return no(403, "The room is gone.");
  const key = state.dedupe && to.nonce !== undefined ? `${to.room} ${to.nonce}` : undefined;
  const known = key === undefined ? undefined : state.nonces.get(key);
  if (known !== undefined) return { ok: true, message: known };
  const id = state.nextId();
  if (key !== undefined) state.nonces.set(key, id);
  // A reply to a message that is not there is posted all the same, as none.
  const replyTo = to.reply_to !== undefined && state.log.get(to.reply_to)?.room === to.room ? to.reply_to : undefined;
  const optional = defined({ topic: to.topic, nonce: to.nonce, replyTo });
  state.log.add({ what: "message", message: { id, room: to.room, ...optional, by: "parley", at: Date.now(), ...what } });
  return { ok: true, message: id };
}

function edit(state: ChatState, id: string, text: string, buttons: readonly ButtonWire[]): ReplyWire {
  const old = state.log.get(id);
  if (old === undefined || old.by !== "parley" || old.isRemoved === true) return no(404, "There is no such message of yours.");
  if (!state.rooms.has(old.room)) return no(403, "The room is gone.");
  if (text.length > textLimit) return tooLong();
  if (text === old.text && JSON.stringify(buttons) === JSON.stringify(old.buttons)) return no(304, "Nothing would change.");
  state.log.add({ what: "edit", id, text, buttons });
  return { ok: true, message: id };
}

function remove(state: ChatState, id: string): ReplyWire {
  const old = state.log.get(id);
  if (old === undefined || old.by !== "parley" || old.isRemoved === true) return no(404, "There is no such message of yours.");
  state.log.add({ what: "removed", id });
  return { ok: true };
}

/** A user may be written to alone only after a call has opened the room. */
function open(state: ChatState, user: string): ReplyWire {
  if (!state.users.has(user)) return no(404, "There is no such user.");
  const room = `dm-${user}`;
  if (!state.rooms.has(room)) state.rooms.set(room, { id: room, kind: "direct", members: [user] });
  return { ok: true, room };
}

function tooLong(): ReplyWire {
  return no(413, `The text is longer than ${textLimit} UTF-16 units.`);
}

function no(code: number, reason: string): ReplyWire {
  return { ok: false, code, reason };
}
