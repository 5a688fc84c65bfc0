import type { Address } from "#domain/channel";

/** A chat of QQ: the kind and number, as OneBot names them. */
export interface Chat {
  readonly kind: "group" | "private";
  readonly id: string;
}

export function roomOf({ kind, id }: Chat): string {
  return `${kind}:${id}`;
}

/** Undefined for a room that is not one of QQ's. */
export function parseRoom(room: Address["room"]): Chat | undefined {
  const [, kind, id] = /^(group|private):(\d{1,20})$/.exec(room) ?? [];
  return id === undefined ? undefined : { kind: kind === "group" ? "group" : "private", id };
}

/** A message's name for the hub. Numbers of messages are an implementation's own, and may be negative. */
export function refOf(room: string, message: string): string {
  return `${room}/${message}`;
}

export interface MessagePlace {
  readonly chat: Chat;
  readonly message: string;
}

export function parseRef(ref: string): MessagePlace | undefined {
  const at = ref.indexOf("/");
  const chat = parseRoom(ref.slice(0, Math.max(at, 0)));
  const message = ref.slice(at + 1);
  return chat !== undefined && /^-?\d{1,20}$/.test(message) ? { chat, message } : undefined;
}
