import type { Address, Channel, Pace, Sent } from "#domain/channel";
import { addressKey } from "#domain/channel";
import { pause, type Clock } from "#lib/time/clock";

/** Spaces the calls to the chats, drafts and deliveries alike: per address and for the whole channel. */
export interface Pacer {
  /** Resolves when the next call to that address may go out, or when the signal aborts: the caller looks at the signal. */
  slot(channel: Pick<Channel, "id" | "can" | "paceAt">, to: Address, signal: AbortSignal): Promise<void>;
  /** The platform asked for a rest, at this address or everywhere. */
  rest(channel: Pick<Channel, "id">, to: Address, asked: Extract<Sent, { why: "later" }>): void;
}

const mostEntries = 10_000;

export function createPacer(clock: Clock): Pacer {
  /** When the next call may go out, by address and by channel. */
  const free = new Map<string, number>();
  /** Until when a platform asked for a rest. */
  const rests = new Map<string, number>();

  const freeAt = (own: string, all: string): number => Math.max(...[free.get(own), free.get(all), rests.get(own), rests.get(all)].map((at) => at ?? -Infinity));

  return {
    // Nothing is reserved while a call waits: one that waits for its address must not hold up the others of the channel.
    slot: async ({ id, ...channel }, to, signal) => {
      const [own, all] = [addressKey(to), channelKey(id)];
      for (let at = freeAt(own, all); at > clock.monotonic(); at = freeAt(own, all)) {
        await pause(clock, at - clock.monotonic(), signal);
        if (signal.aborted) return;
      }
      const now = clock.monotonic();
      forgetPast(free, now);
      const pace = paceOf(channel, to);
      free.set(own, now + pace.perAddressMs);
      free.set(all, now + pace.overallMs);
    },
    rest: ({ id }, to, { afterMs = 0, scope }) => {
      forgetPast(rests, clock.monotonic());
      if (afterMs > 0) rests.set(scope === "channel" ? channelKey(id) : addressKey(to), clock.monotonic() + afterMs);
    },
  };
}

/** The pace at one place of a channel. */
export function paceOf(channel: Pick<Channel, "can" | "paceAt">, to: Address): Pace {
  return channel.paceAt?.(to) ?? channel.can.pace;
}

/** An address key is never empty before its first slash. */
function channelKey(id: string): string {
  return `/${id}`;
}

function forgetPast(moments: Map<string, number>, now: number): void {
  if (moments.size < mostEntries) return;
  for (const [key, at] of moments) if (at <= now) moments.delete(key);
}
