import { supervise } from "#channels/kit/supervisor";
import type { Channel, ChannelCan, ChannelId, ChannelSink, ChannelStart, RemoteFile, Sent } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import { Secret } from "#lib/redact/secret";
import type { BackoffOptions } from "#lib/time/backoff";
import type { Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { connectFeishu } from "./connect.ts";
import { parseFileId } from "./content.ts";
import { platform } from "./decode.ts";
import { renderFeishu } from "./encode.ts";
import { userAnswer } from "./event.ts";
import { createFeishuApi, type FeishuApi } from "./feishu-api.ts";
import { createHints } from "./hints.ts";
import { feishuCan, type FeishuSettings } from "./index.ts";
import { createLookUp } from "./look-up.ts";
import { createPosting } from "./posting.ts";
import { createReceiving } from "./receiving.ts";
import { createSendAttempts } from "./send-attempts.ts";
import { createStreamingCards } from "./streaming-cards.ts";
import type { Timing } from "./timing.ts";

export interface FeishuDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly language: TextLanguage;
  /** One line for the log. */
  readonly note: (line: string) => void;
  /** Where a test cannot wait as long as Feishu lets us. */
  readonly timing?: Partial<Timing>;
  readonly backoff?: Omit<BackoffOptions, "clock" | "random">;
  readonly can?: Partial<ChannelCan>;
}

const usualTiming: Timing = {
  callMs: 30_000,
  handshakeMs: 15_000,
  pongSeconds: 10,
  silentMs: 5 * 60_000,
  lookMs: 5_000,
  askMs: 60_000,
  lookUpMs: 1_500,
  toastMs: 2_500,
  closeMs: 15_000,
};
const usualBackoff = { firstMs: 2_000, leastMs: 1_000, maxMs: 60_000 };
const uploadBytesPerMs = 64;
/** What Feishu hands over to bots. */
const fetchBytes = 100 * 1024 * 1024;

export function feishuChannel(id: ChannelId, given: FeishuSettings, deps: FeishuDeps): Channel {
  const { clock, random, language, note } = deps;
  const settings = { ...given, app_id: given.app_id ?? "", app_secret: given.app_secret ?? new Secret("") };
  const timing = { ...usualTiming, ...deps.timing };
  const can = { ...feishuCan, ...deps.can };
  const stop = new AbortController();
  const api = createFeishuApi(settings, clock);
  const attempts = createSendAttempts(clock);
  const cards = createStreamingCards(api, clock, { ...timing, stop: stop.signal });
  const hints = createHints(api, stop.signal);
  const limitMs = (bytes: number): number => timing.callMs + Math.ceil(bytes / uploadBytesPerMs);
  const posting = createPosting({ api, cards, attempts, hints, dedupes: can.dedupes, stop: stop.signal, limitMs });
  let isStarted = false;
  let ended: Promise<void> | undefined;

  const start = async (sink: ChannelSink, { memory, signal }: ChannelStart): Promise<void> => {
    await attempts.load(memory);
    isStarted = true;
    const either = AbortSignal.any([signal, stop.signal]);
    const lookUp = createLookUp(api, clock, { signal: either, timeoutMs: timing.lookUpMs });
    const receiving = createReceiving({ channel: id, appId: settings.app_id, clock, sink, lookUp, language, note, timing, signal: either });
    const supervised = supervise({
      connect: connectFeishu({ api, settings, clock, timing, ready: receiving.ready, take: receiving.take }),
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
    isStarted ? send() : { ok: false, why: "later", reason: "There is no connection to Feishu yet." };

  return {
    id,
    can,
    start,
    render: (parts) => renderFeishu(parts, can, language),
    post: (to, piece, options) => whenStarted(() => posting.post(to, piece, options)),
    edit: (receipt, piece, signal) => whenStarted(() => posting.edit(receipt, piece, signal)),
    remove: (receipt, signal) => whenStarted(() => posting.remove(receipt, signal)),
    hint: (to, hint, ref) => hints.hint(to, hint, ref),
    direct: async (account, signal) => {
      const openId = account.slice(platform.length + 1);
      if (!/^ou_[\w-]{1,100}$/.test(openId)) return undefined;
      const query = { user_id_type: "open_id" };
      const found = await api.call(
        { method: "GET", path: `open-apis/contact/v3/users/${openId}`, query, answer: userAnswer },
        { signal, timeoutMs: timing.callMs },
      );
      // Without the permission to read names an app may write to people all the same.
      return found.how === "denied" && noSuchUser.has(found.denial.code) ? undefined : { channel: id, room: openId };
    },
    fetch: (file, signal) => fetchFile(api, file, AbortSignal.any([signal, stop.signal]), timing.callMs),
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await ended;
      api[Symbol.dispose]();
    },
  };
}

const noSuchUser: ReadonlySet<number> = new Set([40001, 41012, 99992351]);
const tooLarge = 234037;

async function fetchFile(api: FeishuApi, file: RemoteFile, signal: AbortSignal, timeoutMs: number): Promise<ReadableStream<Uint8Array>> {
  const place = parseFileId(file.id);
  if (place === undefined) throw new ParleyError("NotFound", `Feishu does not know the file ${file.name}.`);
  const path = `open-apis/im/v1/messages/${place.message}/resources/${place.key}`;
  const found = await api.open(path, { type: place.kind }, { signal, timeoutMs });
  if (found.how === "ok") return found.result;
  if (found.how !== "denied") throw new ParleyError("Timeout", `The file ${file.name} could not be fetched from Feishu.`);
  const { code, status } = found.denial;
  if (code === tooLarge) throw new ParleyError("TooLarge", "Feishu hands over files of up to 100 MB to bots.", { data: { maxBytes: fetchBytes } });
  if (status === 429 || code === 99991400) throw new ParleyError("Timeout", "Feishu asks us to slow down.");
  throw new ParleyError("NotFound", `Feishu does not hand over the file ${file.name} (${code}).`);
}
