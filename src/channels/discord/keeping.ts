import { boundedName } from "#channels/kit/clean-text";
import type { Ack, ChannelId, ChannelSink, Inbound } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import { pause, type Clock } from "#lib/time/clock";
import type { Places } from "./places.ts";
import type { Remembered } from "./remembered.ts";

export interface KeepingOptions {
  readonly channel: ChannelId;
  readonly clock: Clock;
  readonly sink: ChannelSink;
  readonly remembered: Remembered;
  readonly places: Places;
  readonly note: (line: string) => void;
  /** How long an event that could not be stored waits before it is tried again. */
  readonly failedMs: number;
  readonly signal: AbortSignal;
}

/** Has an event of that server, or of a direct chat, stored. */
export type Keep = (event: Inbound, guild: string | undefined) => Promise<Ack>;

const mostTries = 20;
/** A name is worth no longer wait than this. */
const nameMs = 3_000;

/**
 * Discord delivers once as long as the session lives, so what could not be stored is tried again here. One that fails again and again
 * while others can be stored is left out: nothing after it in its room would ever arrive.
 */
export function createKeeping({ channel, clock, sink, remembered, places, note, failedMs, signal }: KeepingOptions): Keep {
  let storedCount = 0;

  const store = async (event: Inbound): Promise<Ack> => {
    const before = storedCount;
    for (let tries = 1; ; tries++) {
      try {
        const ack = await sink.received(event);
        storedCount += 1;
        return ack;
      } catch {
        if (tries >= mostTries && storedCount > before) {
          note(`Event ${event.key} of ${channel} failed to be stored again and again while others could be. It was left out.`);
          return {};
        }
      }
      await pause(clock, failedMs, signal);
      if (signal.aborted) throw new ParleyError("ShuttingDown", "The channel was closed before the event was stored.");
    }
  };

  /** With the name of its room, where a conversation may begin by it. */
  const withRoom = async (event: Inbound, guild: string | undefined): Promise<Inbound> => {
    if (guild === undefined) remembered.knowDirect(event.from.room);
    if (guild === undefined || (event.what.kind !== "said" && event.what.kind !== "command")) return event;
    const roomName = await places.roomName(event.from.room, guild, { signal, timeoutMs: nameMs });
    return roomName === undefined ? event : { ...event, roomName: boundedName(roomName) };
  };

  return async (event, guild) => store(await withRoom(event, guild));
}
