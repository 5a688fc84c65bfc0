/** A message's name for the hub: chat and number, enough to edit or answer it. */
export function refOf(chat: number | string, message: number): string {
  return `${chat}:${message}`;
}

export interface MessagePlace {
  readonly chat: string;
  readonly message: number;
}

/** Undefined for a name that is not one of Telegram's. */
export function parseRef(ref: string): MessagePlace | undefined {
  const [, chat, message] = /^(-?\d{1,20}):(\d{1,15})$/.exec(ref) ?? [];
  return chat === undefined ? undefined : { chat, message: Number(message) };
}
