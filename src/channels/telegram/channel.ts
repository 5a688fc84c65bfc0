import { download } from "#channels/kit/download";
import { supervise } from "#channels/kit/supervisor";
import type { Address, Channel, ChannelCan, ChannelId, ChannelSink, ChannelStart, Sent } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import { Secret } from "#lib/redact/secret";
import type { BackoffOptions } from "#lib/time/backoff";
import type { Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { createBotApi } from "./bot-api.ts";
import { connectTelegram, type Timing } from "./connect.ts";
import { platform } from "./decode.ts";
import { renderTelegram } from "./encode.ts";
import { groupPace, telegramCan, type TelegramSettings } from "./index.ts";
import { createPosting } from "./posting.ts";
import { createReceiving } from "./receiving.ts";
import { createRooms } from "./rooms.ts";
import { UpdateWindow } from "./update-window.ts";

export interface TelegramDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly language: TextLanguage;
  /** One line for the log. */
  readonly note: (line: string) => void;
  /** Where a test cannot wait as long as Telegram lets us. */
  readonly timing?: Partial<Timing>;
  readonly backoff?: Omit<BackoffOptions, "clock" | "random">;
  readonly can?: Partial<ChannelCan>;
}

const usualTiming: Timing = { pollSeconds: 30, graceMs: 15_000, callMs: 30_000, storingMs: 250, failedMs: 3_000, albumMs: 700 };
/** The first retry comes after five seconds, later ones after up to a minute. */
const usualBackoff = { firstMs: 5_000, leastMs: 5_000, maxMs: 60_000 };
const uploadBytesPerMs = 64;
/** What Telegram hands over to bots. */
const fetchBytes = 20 * 1024 * 1024;

export function telegramChannel(id: ChannelId, settings: TelegramSettings, deps: TelegramDeps): Channel {
  const { clock, random, language, note } = deps;
  const timing = { ...usualTiming, ...deps.timing };
  const can = { ...telegramCan, ...deps.can };
  const stop = new AbortController();
  const rooms = createRooms();
  const api = createBotApi({ ...settings, token: settings.token ?? new Secret("") }, clock);
  const posting = createPosting({ api, clock, rooms, stop: stop.signal, limitMs: (bytes) => timing.callMs + Math.ceil(bytes / uploadBytesPerMs) });
  let isStarted = false;
  let ended: Promise<void> | undefined;

  const start = async (sink: ChannelSink, { commands, memory, signal }: ChannelStart): Promise<void> => {
    await rooms.load(memory);
    isStarted = true;
    const window = new UpdateWindow();
    const either = AbortSignal.any([signal, stop.signal]);
    const receiving = createReceiving({ channel: id, api, clock, rooms, window, sink, language, note, commands, timing, signal: either });
    const supervised = supervise({
      connect: connectTelegram({ api, clock, timing, window, ready: receiving.ready, take: receiving.take, note }),
      link: (state, reason) => sink.link(state, reason),
      clock,
      random,
      signal: either,
      backoff: deps.backoff ?? usualBackoff,
    });
    ended = supervised.ended;
    await supervised.firstAttempt;
  };

  const whenStarted = async (send: () => Promise<Sent>): Promise<Sent> =>
    isStarted ? send() : { ok: false, why: "later", reason: "There is no connection to Telegram yet." };

  return {
    id,
    can,
    paceAt: (to) => (isGroup(to) && deps.can?.pace === undefined ? groupPace : can.pace),
    start,
    render: (parts) => renderTelegram(parts, can, language),
    post: (to, piece, options) => whenStarted(() => posting.post(to, piece, options)),
    edit: (receipt, piece, signal) => whenStarted(() => posting.edit(receipt, piece, signal)),
    remove: (receipt, signal) => whenStarted(() => posting.remove(receipt, signal)),
    hint: (to, hint, ref) => posting.hint(to, hint, ref),
    direct: async (account, signal) => {
      const number = account.slice(platform.length + 1);
      if (!/^\d{1,20}$/.test(number)) return undefined;
      // A chat that the bot has never been in is not found: only the person can open it.
      const found = await api.call((raw, by) => raw.getChat({ chat_id: number }, by), { signal, timeoutMs: timing.callMs });
      return found.how === "ok" && found.result.type === "private" ? { channel: id, room: number } : undefined;
    },
    fetch: async (file, signal) => {
      const found = await api.call((raw, by) => raw.getFile({ file_id: file.id }, by), { signal, timeoutMs: timing.callMs });
      if (found.how === "denied" && /file is too big/.test(found.denial.description))
        throw new ParleyError("TooLarge", "Telegram hands over files of up to 20 MB to bots.", { data: { maxBytes: fetchBytes } });
      if (found.how === "denied" && found.denial.code < 500 && found.denial.code !== 429)
        throw new ParleyError("NotFound", `Telegram does not hand over the file ${file.name}.`);
      if (found.how !== "ok") throw new ParleyError("Timeout", `The file ${file.name} could not be fetched from Telegram.`);
      const path = found.result.file_path;
      if (path === undefined || path.startsWith("/"))
        throw new ParleyError("NotFound", "The Bot API server runs with --local and keeps files on its own disk. Start it without.");
      return download(api.fileUrl(path), { agent: api.agent, signal: AbortSignal.any([signal, stop.signal]) });
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await ended;
      api[Symbol.dispose]();
    },
  };
}

/** Groups have negative numbers. */
function isGroup({ room }: Address): boolean {
  return room.startsWith("-");
}
