import type { Clock } from "#lib/time/clock";

const mostChats = 1_000;

/**
 * Telegram does not say whether a limit is the chat's or the whole bot's. When two chats are limited at the same time, it is taken
 * for the bot's.
 */
export function createFloodWaits(clock: Clock): (chat: string, ms: number) => "address" | "channel" {
  const until = new Map<string, number>();
  return (chat, ms) => {
    const now = clock.monotonic();
    for (const [one, at] of until) if (at <= now || until.size > mostChats) until.delete(one);
    const others = [...until.keys()].some((one) => one !== chat);
    until.set(chat, now + ms);
    return others ? "channel" : "address";
  };
}
