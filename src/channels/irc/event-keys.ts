import { createHash } from "node:crypto";
import type { IrcMessage } from "#wire/irc/spec";

/**
 * Names events so that one that a server says again has the same name: its own id where it gives one, else a hash of the server's time
 * and the words. Without either nothing can be repeated, and each is named by its number in this connection.
 */
export function createEventKeys(connection: string): (message: IrcMessage) => string {
  let count = 0;
  /** How often the same words came in the same second; apart for what is said now and for each repetition. */
  const moments = new Map<string, { at: number; seen: Map<string, number> }>();
  return (message) => {
    const { id, isServerTime, replay = "" } = message;
    // Servers keep what they repeat to the second.
    const at = Math.floor(message.at / 1_000);
    if (id !== undefined) return `id:${id}`;
    if (isServerTime !== true) return `${connection}:${++count}`;
    const { target, nick, text } = message;
    const hash = createHash("sha256")
      .update(JSON.stringify([target, nick, at, text]))
      .digest("base64url")
      .slice(0, 22);
    const moment = moments.get(replay);
    const seen = moment?.at === at ? moment.seen : new Map<string, number>();
    if (moments.size > 100) moments.clear();
    moments.set(replay, { at, seen });
    const times = seen.get(hash) ?? 0;
    seen.set(hash, times + 1);
    return times === 0 ? hash : `${hash}.${times}`;
  };
}
