import { createHash } from "node:crypto";
import type { API, RESTPostAPIChannelMessageJSONBody } from "@discordjs/core/http-only";
import type { Address, Hint, Piece, PostOptions, Receipt, SendKey, Sent } from "#domain/channel";
import type { Clock } from "#lib/time/clock";
import type { CallOutcome, DiscordApi } from "./discord-api.ts";
import { parseBody, type Button } from "./encode.ts";
import { sentFrom } from "./outcome.ts";
import { parseRef, refOf } from "./refs.ts";
import { readUpload } from "./upload.ts";
import { postedWire } from "./wire.ts";

export interface PostingOptions {
  readonly api: DiscordApi;
  readonly clock: Clock;
  readonly maxBytes: number;
  /** Cuts every call short. */
  readonly stop: AbortSignal;
  readonly limitMs: (bytes: number) => number;
}

export interface Posting {
  post(to: Address, piece: Piece, options: PostOptions): Promise<Sent>;
  edit(receipt: Receipt, piece: Piece, signal: AbortSignal): Promise<Sent>;
  remove(receipt: Receipt, signal: AbortSignal): Promise<Sent>;
  hint(to: Address, hint: Hint, ref?: string): Promise<void>;
}

/** Shown on a message that was received. */
const seen = "👀";
const hintMs = 5_000;
const unknownMessage = 10_008;
/** An answer full of links would be mostly previews. */
const suppressEmbeds = 4;

const gone: Sent = { ok: false, why: "refused", reason: "That is no message of Discord." };

export function createPosting({ api, clock, maxBytes, stop, limitMs }: PostingOptions): Posting {
  /** While Discord wants no calls at all, hints are left out: the hub's pacer does not know about them. */
  let quietUntil = 0;

  const call = async <T>(signal: AbortSignal, timeoutMs: number, make: (rest: API, by: AbortSignal) => Promise<T>): Promise<CallOutcome<T>> => {
    const outcome = await api.call(make, { signal: AbortSignal.any([signal, stop]), timeoutMs });
    if (outcome.how === "denied" && outcome.denial.isGlobal === true) quietUntil = clock.monotonic() + (outcome.denial.retryAfterMs ?? 0);
    return outcome;
  };

  const posted = async (
    to: Address,
    message: RESTPostAPIChannelMessageJSONBody & { readonly files?: { name: string; data: Buffer; contentType: string }[] },
    bytes: number,
    { key, replyTo, signal }: PostOptions,
  ): Promise<Sent> => {
    const reply = replyTo === undefined ? undefined : parseRef(replyTo);
    const body = {
      ...message,
      ...always,
      nonce: nonceOf(key),
      enforce_nonce: true,
      ...(reply?.channel === to.room ? { message_reference: { message_id: reply.message, fail_if_not_exists: false } } : {}),
    };
    const outcome = await call(signal, limitMs(bytes), async (rest, by) => postedWire.parse(await rest.channels.createMessage(to.room, body, { signal: by })));
    return sentFrom(outcome, { receipt: ({ channel_id: channel, id }) => refOf(channel, id) });
  };

  return {
    post: async (to, piece, options) => {
      const body = parseBody(piece);
      if (body.kind === "text") return posted(to, { content: body.content, components: rowsOf(body.buttons) }, 0, options);
      const file = await readUpload(body, maxBytes);
      if (file === undefined) return { ok: false, why: "refused", reason: `The file ${body.name} is not there any more.` };
      return posted(to, { ...(body.content === "" ? {} : { content: body.content }), files: [{ ...file }] }, piece.bytes ?? 0, options);
    },
    edit: async (receipt, piece, signal) => {
      const [body, place] = [parseBody(piece), parseRef(receipt)];
      if (place === undefined) return gone;
      if (body.kind !== "text") return { ok: false, why: "refused", reason: "A message cannot be turned into a file." };
      const message = { content: body.content, components: rowsOf(body.buttons), ...always };
      const outcome = await call(signal, limitMs(0), (rest, by) => rest.channels.editMessage(place.channel, place.message, message, { signal: by }));
      return sentFrom(outcome, { receipt: () => receipt });
    },
    remove: async (receipt, signal) => {
      const place = parseRef(receipt);
      if (place === undefined) return gone;
      const outcome = await call(signal, limitMs(0), (rest, by) => rest.channels.deleteMessage(place.channel, place.message, { signal: by }));
      return sentFrom(outcome, { receipt: () => receipt, done: { code: unknownMessage, receipt } });
    },
    hint: async (to, hint, ref) => {
      if (clock.monotonic() < quietUntil) return;
      const place = ref === undefined ? undefined : parseRef(ref);
      if (hint === "working") await call(stop, hintMs, (rest, by) => rest.channels.showTyping(to.room, { signal: by }));
      else if (place !== undefined)
        await call(stop, hintMs, (rest, by) => rest.channels.addMessageReaction(place.channel, place.message, seen, { signal: by }));
    },
  };
}

/** Nobody is called by name because an agent wrote it. */
const always = { allowed_mentions: { parse: [], replied_user: false }, flags: suppressEmbeds };

/** Discord knows a message again by it, for some minutes. It takes 25 characters. */
function nonceOf(key: SendKey): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 25);
}

/** Short labels share a row; a long one needs its own, or phones cut it. */
function rowsOf(buttons: readonly Button[]) {
  const perRow = buttons.length <= 5 && buttons.some(({ label }) => label.length > 30) ? 1 : 5;
  const keys = buttons.map(({ label, data }) => ({ type: 2 as const, style: 2 as const, label, custom_id: data }));
  return Array.from({ length: Math.ceil(keys.length / perRow) }, (_, row) => ({ type: 1 as const, components: keys.slice(row * perRow, (row + 1) * perRow) }));
}
