import { z } from "zod";
import type { ChannelId, ChannelMemory, ChannelSink, Inbound } from "#domain/channel";
import { KeyedQueue } from "#lib/keyed-queue";
import { pause, type Clock } from "#lib/time/clock";
import type { IrcLink, IrcMessage } from "#wire/irc/spec";
import type { AccountNicks } from "./account-nicks.ts";
import { decodeMessage, isChannel, isSpoken } from "./decode.ts";
import type { WhoSpeaks } from "./who-speaks.ts";

export interface ReceivingOptions {
  readonly channel: ChannelId;
  readonly clock: Clock;
  readonly sink: ChannelSink;
  readonly memory: ChannelMemory;
  readonly who: WhoSpeaks;
  readonly nicks: AccountNicks;
  readonly key: (message: IrcMessage) => string;
  readonly note: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Takes messages to the hub. IRC says everything once: what cannot be stored yet is kept here and tried again. */
export interface Receiving {
  load(): Promise<void>;
  /** A connection begins: what the server repeats now is taken from the last line that was heard on. */
  connected(): void;
  heard(message: IrcMessage, link: IrcLink): void;
}

const retryMs = 1_000;
const maxRetryMs = 30_000;
/** Lines are short: a burst of this many is some ten megabytes. */
const mostWaiting = 20_000;
/** How often the time of the last line is stored. What is repeated from the time since then is recognised by its key. */
const rememberMs = 60_000;

const remembered = z.object({ at: z.number(), nicks: z.record(z.string(), z.string()).default({}) }).optional();

export function createReceiving({ channel, clock, sink, memory, who, nicks, key, note, signal }: ReceivingOptions): Receiving {
  /** In one room one after the other, so that what was said first is stored first. */
  const inRooms = new KeyedQueue<string>();
  let waiting = 0;
  /** The last moment that is known to have been heard: what servers repeat from before it is old. */
  let heardUntil: number | undefined;
  let replayFrom: number | undefined;
  let storedAt = -Infinity;

  const remember = (at: number, isNews = false): void => {
    heardUntil = Math.max(heardUntil ?? 0, at);
    if (!isNews && clock.monotonic() - storedAt < rememberMs) return;
    storedAt = clock.monotonic();
    memory
      .set({ at: heardUntil, nicks: nicks.latest() })
      .catch(() => note("The time of the last message was not stored. Lines that the server repeats may be left out."));
  };

  const deliver = async (event: Inbound, isNews: boolean): Promise<void> => {
    for (let ms = retryMs; !signal.aborted; ms = Math.min(maxRetryMs, ms * 2)) {
      try {
        await sink.received(event);
        return remember(event.at, isNews);
      } catch {
        await pause(clock, ms, signal);
      }
    }
  };

  const take = async (message: IrcMessage, link: IrcLink): Promise<void> => {
    const speaker = await who.of(message, link);
    const isNews = speaker !== undefined && message.replay === undefined && nicks.heard(speaker, message.nick);
    const event = decodeMessage(message, speaker, { channel, nick: link.nick, fold: link.fold, key });
    if (event !== undefined) await deliver(event, isNews);
  };

  return {
    load: async () => {
      const before = remembered.catch(undefined).parse(await memory.get());
      heardUntil = before?.at;
      nicks.load(before?.nicks ?? {});
    },
    connected: () => {
      // Servers keep what they repeat to the second.
      replayFrom = heardUntil === undefined ? undefined : Math.floor(heardUntil / 1_000) * 1_000;
      if (heardUntil === undefined) remember(clock.now());
    },
    heard: (message, link) => {
      if (!isSpoken(message)) return;
      // Older than what we know of: nobody waits for an answer to it any more.
      if (message.replay !== undefined && (replayFrom === undefined || message.at < replayFrom)) return;
      if (waiting >= mostWaiting) return note("Too many messages wait to be stored. One was left out.");
      waiting += 1;
      const room = isChannel(message.target) ? link.fold(message.target) : `@${link.fold(message.nick)}`;
      void inRooms.run(room, () => take(message, link)).finally(() => (waiting -= 1));
    },
  };
}
