import { download } from "#channels/kit/download";
import { supervise } from "#channels/kit/supervisor";
import type { Channel, ChannelCan, ChannelId, ChannelSink, ChannelStart, RemoteFile, Sent } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { BackoffOptions } from "#lib/time/backoff";
import type { Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { connectDiscord } from "./connect.ts";
import { platform } from "./decode.ts";
import { createDiscordApi } from "./discord-api.ts";
import { renderDiscord } from "./encode.ts";
import type { GatewayTiming } from "./gateway-connection.ts";
import { discordCan, type DiscordSettings } from "./index.ts";
import { createPosting } from "./posting.ts";
import { createReceiving, type ReceivingTiming } from "./receiving.ts";
import { Remembered } from "./remembered.ts";
import { messageWire, openedWire } from "./wire.ts";

interface Timing extends GatewayTiming, ReceivingTiming {
  /** Between two writes of how far the session is stored. */
  readonly saveMs: number;
}

export interface DiscordDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly language: TextLanguage;
  /** One line for the log. */
  readonly note: (line: string) => void;
  /** Where a test cannot wait as long as Discord lets us. */
  readonly timing?: Partial<Timing>;
  readonly backoff?: Omit<BackoffOptions, "clock" | "random">;
  readonly can?: Partial<ChannelCan>;
}

const usualTiming: Timing = {
  handshakeMs: 15_000,
  helloMs: 15_000,
  readyMs: 20_000,
  callMs: 30_000,
  failedMs: 3_000,
  deferMs: 1_500,
  guildsMs: 30_000,
  saveMs: 500,
};
/** Discord asks for up to five seconds before a new session is begun. */
const usualBackoff = { firstMs: 2_000, leastMs: 500, maxMs: 60_000 };
const uploadBytesPerMs = 64;

export function discordChannel(id: ChannelId, settings: DiscordSettings, deps: DiscordDeps): Channel {
  const { clock, random, language, note } = deps;
  const timing = { ...usualTiming, ...deps.timing };
  const can = { ...discordCan, ...deps.can };
  const stop = new AbortController();
  const api = createDiscordApi(settings, clock);
  const posting = createPosting({
    api,
    clock,
    maxBytes: can.fileBytes,
    stop: stop.signal,
    limitMs: (bytes) => timing.callMs + Math.ceil(bytes / uploadBytesPerMs),
  });
  let isStarted = false;
  let remembered: Remembered | undefined;
  let ended: Promise<void> | undefined;

  const start = async (sink: ChannelSink, { commands, memory, signal }: ChannelStart): Promise<void> => {
    const either = AbortSignal.any([signal, stop.signal]);
    const known = new Remembered(memory, { clock, saveMs: timing.saveMs, signal: either, note });
    await known.load();
    remembered = known;
    isStarted = true;
    const receiving = createReceiving({ channel: id, api, clock, remembered: known, sink, language, note, commands, timing, signal: either });
    const supervised = supervise({
      connect: connectDiscord({ api, clock, timing, remembered: known, receiving, isProxied: settings.proxy !== undefined }),
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
    isStarted ? send() : { ok: false, why: "later", reason: "There is no connection to Discord yet." };

  return {
    id,
    can,
    start,
    render: (parts) => renderDiscord(parts, can, language),
    post: (to, piece, options) => whenStarted(() => posting.post(to, piece, options)),
    edit: (receipt, piece, signal) => whenStarted(() => posting.edit(receipt, piece, signal)),
    remove: (receipt, signal) => whenStarted(() => posting.remove(receipt, signal)),
    hint: (to, hint, ref) => posting.hint(to, hint, ref),
    direct: async (account, signal) => {
      const person = account.slice(platform.length + 1);
      if (!/^\d{1,20}$/.test(person)) return undefined;
      const opened = await api.call(async (rest, by) => openedWire.parse(await rest.users.createDM(person, { signal: by })), {
        signal,
        timeoutMs: timing.callMs,
      });
      if (opened.how !== "ok") return undefined;
      remembered?.knowDirect(opened.result.id);
      return { channel: id, room: opened.result.id };
    },
    fetch: async (file, signal) => {
      const url = await addressOf(file, signal);
      return download(url, { agent: api.agentFor(url), signal: AbortSignal.any([signal, stop.signal]) });
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await ended;
      await remembered?.flush();
      api[Symbol.dispose]();
    },
  };

  /** The address of a file expires, so the message is asked for it; it is used as it is given. */
  async function addressOf(file: RemoteFile, signal: AbortSignal): Promise<string> {
    const [room = "", message = "", attachment = ""] = file.id.split(":");
    const notThere = new ParleyError("NotFound", `Discord does not hand over the file ${file.name}.`);
    if (![room, message, attachment].every((part) => /^\d{1,20}$/.test(part))) throw notThere;
    const found = await api.call((rest, by) => rest.channels.getMessage(room, message, { signal: by }), { signal, timeoutMs: timing.callMs });
    if (found.how === "denied" && found.denial.status < 500 && found.denial.status !== 429) throw notThere;
    if (found.how !== "ok") throw new ParleyError("Timeout", `The file ${file.name} could not be fetched from Discord.`);
    const parsed = messageWire.safeParse(found.result).data;
    const attachments = [...(parsed?.attachments ?? []), ...(parsed?.message_snapshots ?? []).flatMap((one) => one.message.attachments)];
    const url = attachments.find((one) => one.id === attachment)?.url;
    if (url === undefined || !/^https?:\/\//.test(url)) throw notThere;
    return url;
  }
}
