import { supervise } from "#channels/kit/supervisor";
import type { Channel, ChannelCan, ChannelId, ChannelSink, ChannelStart } from "#domain/channel";
import type { BackoffOptions } from "#lib/time/backoff";
import { pause, type Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { z } from "zod";
import { createOneBotApi } from "./api.ts";
import { createCatchUp } from "./catch-up.ts";
import { connectOneBot, type Timing } from "./connect.ts";
import type { Segment } from "./cq-code.ts";
import { platform } from "./decode.ts";
import { renderOneBot } from "./encode.ts";
import { createFileAgents, fetchFile } from "./fetch-file.ts";
import { FileServer } from "./file-server.ts";
import { openForward } from "./forward.ts";
import { holdEvents } from "./hold-events.ts";
import { onebotCan, parseHostAndPort, type OneBotSettings } from "./index.ts";
import { createPosting } from "./posting.ts";
import { createReceiving } from "./receiving.ts";
import { createRecent } from "./recent.ts";
import { roomOf } from "./refs.ts";
import { ReverseServer } from "./reverse.ts";

export interface OneBotDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly language: TextLanguage;
  /** One line for the log. */
  readonly note: (line: string) => void;
  /** Where a test cannot wait as long as the hub does. */
  readonly timing?: Partial<Timing>;
  readonly backoff?: Omit<BackoffOptions, "clock" | "random">;
  readonly can?: Partial<ChannelCan>;
  /** How many histories are read after a break. */
  readonly catchUpRooms?: number;
}

const usualTiming: Timing = {
  handshakeMs: 10_000,
  callMs: 30_000,
  silentMs: 45_000,
  probeMs: 10_000,
  arrivalMs: 30_000,
  catchUpMs: 10_000,
  memoryMs: 5_000,
  lookAgainMs: 5_000,
  storeAgainMs: 2_000,
};
const forwardBackoff = { firstMs: 1_000, maxMs: 60_000 };
/** The port stays open between attempts; only the wait is begun again. */
const reverseBackoff = { firstMs: 200, maxMs: 1_000 };
const uploadBytesPerMs = 64;
const graceMs = 500;
const mostOwn = 5_000;
const mostWithFiles = 500;
const friendsWire = z.array(z.object({ user_id: z.union([z.number(), z.string()]).transform(String) }));

export function onebotChannel(id: ChannelId, settings: OneBotSettings, deps: OneBotDeps): Channel {
  const { clock, random, language, note } = deps;
  const { url, listen, access_token: token, proxy, self_files: byPath, files_listen: filesListen, files_url: filesUrl } = settings;
  const timing = { ...usualTiming, ...deps.timing };
  const can = { ...onebotCan, ...deps.can };
  const stop = new AbortController();
  const api = createOneBotApi();
  const own = createRecent<true>(mostOwn);
  const agents = createFileAgents(proxy);
  const withFiles = createRecent<readonly Segment[]>(mostWithFiles);
  const catchUp = createCatchUp({ api, clock, ...timing, mostRooms: deps.catchUpRooms ?? 50 });
  const files = filesListen === undefined ? undefined : new FileServer({ listen: filesListen, url: filesUrl });
  const reverse = url === undefined ? new ReverseServer({ at: parseHostAndPort(listen ?? "127.0.0.1:0"), token, clock, waitMs: timing.arrivalMs }) : undefined;
  let self = "0";
  let ended: Promise<void> | undefined;
  const limitMs = (bytes: number): number => timing.callMs + Math.ceil((bytes * 4) / 3 / uploadBytesPerMs);
  const posting = createPosting({ api, files, catchUp, own, self: () => self, stop: stop.signal, limitMs });

  const start = async (sink: ChannelSink, { memory, signal: given }: ChannelStart): Promise<void> => {
    await catchUp.load(memory);
    const signal = AbortSignal.any([given, stop.signal]);
    const { take, idle } = createReceiving({
      channel: id,
      api,
      clock,
      sink,
      language,
      note,
      catchUp,
      own,
      withFiles,
      storeAgainMs: timing.storeAgainMs,
      signal,
    });
    const ready = (account: string, connected: AbortSignal): Promise<boolean> => {
      self = account;
      return catchUp.look(account, take, { signal: connected, timeoutMs: timing.callMs });
    };
    const open = reverse === undefined ? openForward({ url: url ?? "", token, proxy, clock, handshakeMs: timing.handshakeMs }) : reverse.next.bind(reverse);
    const supervised = supervise({
      connect: connectOneBot({ open, api, clock, timing, events: holdEvents(take, clock, timing.catchUpMs), ready, lost: catchUp.broken }),
      link: (state, reason) => sink.link(state, reason),
      clock,
      random,
      signal,
      backoff: deps.backoff ?? (reverse === undefined ? forwardBackoff : reverseBackoff),
    });
    ended = supervised.ended.then(async () => {
      await reverse?.[Symbol.asyncDispose]();
      // What is being stored now counts as heard.
      await Promise.race([idle(), pause(clock, graceMs, new AbortController().signal)]);
      await catchUp.flush();
    });
    await supervised.firstAttempt;
  };

  return {
    id,
    can,
    start,
    render: (parts) => renderOneBot(parts, { can, language, byPath, byUrl: filesListen !== undefined }),
    post: (to, piece, options) => posting.post(to, piece, options),
    hint: (to, hint, ref) => posting.hint(to, hint, ref),
    groupRoom: (group) => `group:${group}`,
    direct: async (account, signal) => {
      const number = account.slice(platform.length + 1);
      if (!/^\d{1,20}$/.test(number)) return undefined;
      // Only friends can be written to first.
      const outcome = await api.call("get_friend_list", {}, { signal, timeoutMs: timing.callMs });
      const friends = friendsWire.safeParse(outcome.how === "ok" ? outcome.data : undefined);
      const isFriend = friends.success && friends.data.some((friend) => friend.user_id === number);
      return isFriend ? { channel: id, room: roomOf({ kind: "private", id: number }) } : undefined;
    },
    fetch: (file, signal) => fetchFile({ agents, api, withFiles, callMs: timing.callMs }, file, AbortSignal.any([signal, stop.signal])),
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await ended;
      agents[Symbol.dispose]();
      await files?.[Symbol.asyncDispose]();
    },
  };
}
