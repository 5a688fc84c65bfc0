/** A message's name for the hub: channel and message, enough to edit or answer it. */
export function refOf(channel: string, message: string): string {
  return `${channel}:${message}`;
}

export interface MessagePlace {
  readonly channel: string;
  readonly message: string;
}

/** Undefined for a name that is not one of Discord's. */
export function parseRef(ref: string): MessagePlace | undefined {
  const [, channel, message] = /^(\d{1,20}):(\d{1,20})$/.exec(ref) ?? [];
  return channel === undefined || message === undefined ? undefined : { channel, message };
}
