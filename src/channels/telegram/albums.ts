import type { Inbound } from "#domain/channel";
import { pause, type Clock } from "#lib/time/clock";
import { joinAlbum } from "./decode.ts";

/**
 * Puts the messages of an album together: Telegram sends each picture as a message of its own and does not say which is the last.
 * An album is over when nothing more of it came for a moment.
 */
export interface Albums {
  /** True when it joined an album that is open already, whose first message `whole` was given. */
  add(album: string, event: Inbound): boolean;
  /** The whole album, once it is over. */
  whole(album: string, signal: AbortSignal): Promise<Inbound | undefined>;
}

export function createAlbums(clock: Clock, albumMs: number): Albums {
  const open = new Map<string, { readonly events: Inbound[]; last: number }>();
  return {
    add: (album, event) => {
      const known = open.get(album);
      if (known === undefined) open.set(album, { events: [event], last: clock.monotonic() });
      else {
        known.events.push(event);
        known.last = clock.monotonic();
      }
      return known !== undefined;
    },
    whole: async (album, signal) => {
      const found = open.get(album);
      if (found === undefined) return undefined;
      for (let left = albumMs; left > 0 && !signal.aborted; left = found.last + albumMs - clock.monotonic()) await pause(clock, left, signal);
      open.delete(album);
      return joinAlbum(found.events);
    },
  };
}
