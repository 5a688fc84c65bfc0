import { supervise } from "#channels/kit/supervisor";
import type { Channel, ChannelCan, ChannelId, ChannelSink, ChannelStart } from "#domain/channel";
import type { BackoffOptions } from "#lib/time/backoff";
import type { Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import type { IrcLink, IrcTimings } from "#wire/irc/spec";
import { createAccountNicks } from "./account-nicks.ts";
import { connectIrc, type RejoinTiming } from "./connect.ts";
import { servicesAccount } from "./decode.ts";
import { renderIrc } from "./encode.ts";
import { createEventKeys } from "./event-keys.ts";
import { ircCan, type IrcSettings } from "./index.ts";
import { createPosting } from "./posting.ts";
import { createReceiving } from "./receiving.ts";
import { ircSpecOf } from "./spec-of.ts";
import { createWhoSpeaks } from "./who-speaks.ts";

export interface IrcDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly language: TextLanguage;
  /** One line for the log. */
  readonly note: (line: string) => void;
  /** Where a test cannot wait as long as servers let us. */
  readonly timings?: Partial<IrcTimings>;
  readonly rejoin?: RejoinTiming;
  readonly backoff?: Omit<BackoffOptions, "clock" | "random">;
  readonly can?: Partial<ChannelCan>;
}

/** Servers count connections: the first retry is not immediate, later ones come after up to two minutes. */
const usualBackoff = { firstMs: 4_000, leastMs: 2_000, maxMs: 120_000 };
const usualRejoin: RejoinTiming = { firstMs: 30_000, maxMs: 10 * 60_000 };

export function ircChannel(id: ChannelId, settings: IrcSettings, deps: IrcDeps): Channel {
  const { clock, random, language, note } = deps;
  const can = { ...ircCan, ...deps.can };
  const stop = new AbortController();
  const nicks = createAccountNicks(clock);
  const who = createWhoSpeaks(clock, stop.signal);
  let link: IrcLink | undefined;
  let ended: Promise<void> | undefined;
  const posting = createPosting({
    language,
    nicks,
    current: () => link,
    isOurs: (room, on) => settings.channels.some((name) => on.same(name, room)),
  });

  const start = async (sink: ChannelSink, { memory, signal }: ChannelStart): Promise<void> => {
    const either = AbortSignal.any([signal, stop.signal]);
    const key = createEventKeys(`${clock.now().toString(36)}${Math.floor(random() * 1e9).toString(36)}`);
    const receiving = createReceiving({ channel: id, clock, sink, memory, who, nicks, key, note, signal: either });
    await receiving.load();
    const supervised = supervise({
      connect: connectIrc({
        spec: () => ircSpecOf(settings, deps.timings),
        clock,
        language,
        rejoin: deps.rejoin ?? usualRejoin,
        current: (now) => {
          link = now;
          if (now !== undefined) receiving.connected();
        },
        heard: receiving.heard,
        saw: (sighting, on) => {
          who.saw(sighting, on);
          nicks.saw(sighting, on);
        },
      }),
      link: (state, reason) => sink.link(state, reason),
      clock,
      random,
      signal: either,
      backoff: deps.backoff ?? usualBackoff,
    });
    ended = supervised.ended;
    await supervised.firstAttempt;
  };

  return {
    id,
    can,
    start,
    render: (parts) => renderIrc(parts, { language, lines: settings.lines }),
    post: (to, piece, options) => posting.post(to, piece, options),
    hint: (to) => posting.hint(to),
    direct: async (account, signal) => {
      const name = servicesAccount(id, account);
      if (name === undefined || link === undefined) return undefined;
      return (await nicks.find(name, link, signal)) === undefined ? undefined : { channel: id, room: name };
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await ended;
    },
  };
}
