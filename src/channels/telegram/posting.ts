import type { RawApi } from "grammy";
import type { Address, Hint, Piece, PostOptions, Receipt, Sent } from "#domain/channel";
import { defined } from "#lib/defined";
import type { Clock } from "#lib/time/clock";
import type { BotApi, CallOutcome, CallSignal } from "./bot-api.ts";
import { parseBody, type Button, type TelegramBody } from "./encode.ts";
import { createFloodWaits } from "./flood-waits.ts";
import { sentFrom } from "./outcome.ts";
import { parseRef, refOf } from "./refs.ts";
import type { Rooms } from "./rooms.ts";
import { openUpload, type FileBody, type Target } from "./upload.ts";

export interface PostingOptions {
  readonly api: BotApi;
  readonly clock: Clock;
  readonly rooms: Rooms;
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

/** Shown on a message that was received. One of the few that Telegram lets bots use everywhere. */
const seen = "👀";
const hintMs = 5_000;

const gone: Sent = { ok: false, why: "refused", reason: "That is no message of Telegram." };

export function createPosting({ api, clock, rooms, stop, limitMs }: PostingOptions): Posting {
  const waits = createFloodWaits(clock);

  const call = <T>(signal: AbortSignal, bytes: number, make: (raw: RawApi, by: CallSignal) => Promise<T>): Promise<CallOutcome<T>> =>
    api.call(make, { signal: AbortSignal.any([signal, stop]), timeoutMs: limitMs(bytes) });

  const scopeOf =
    <T>(chat: string, outcome: CallOutcome<T>) =>
    (): "address" | "channel" =>
      waits(chat, outcome.how === "denied" ? (outcome.denial.retryAfterMs ?? 0) : 0);

  /** A group that has become a supergroup has a new number, which Telegram names when it refuses the old one. */
  const toRoom = async <T>(
    to: Address,
    send: (chat: string) => Promise<CallOutcome<T>>,
  ): Promise<{ readonly chat: string; readonly outcome: CallOutcome<T> }> => {
    const chat = rooms.chatOf(to.room);
    const outcome = await send(chat);
    const movedTo = outcome.how === "denied" ? outcome.denial.movedTo : undefined;
    if (movedTo === undefined) return { chat, outcome };
    // Not stored: the next message finds it out again.
    await rooms.moved(chat, movedTo).catch(() => undefined);
    return { chat: String(movedTo), outcome: await send(String(movedTo)) };
  };

  const posted = async (
    to: Address,
    { replyTo, signal }: PostOptions,
    bytes: number,
    make: (raw: RawApi, target: Target, by: CallSignal) => Promise<{ readonly message_id: number }>,
  ): Promise<Sent> => {
    const { chat, outcome } = await toRoom(to, (room) => call(signal, bytes, (raw, by) => make(raw, targetOf(room, to, replyTo), by)));
    const receipt = (message: { readonly message_id: number }): Receipt => refOf(chat, message.message_id);
    if (outcome.how === "ok") rooms.keepTopic(receipt(outcome.result), to.topic);
    return sentFrom(outcome, { receipt, scope: scopeOf(chat, outcome) });
  };

  const postFile = async (to: Address, body: FileBody, bytes: number, options: PostOptions): Promise<Sent> => {
    const upload = await openUpload(body);
    if (upload === undefined) return { ok: false, why: "refused", reason: `The file ${body.name} is not there any more.` };
    try {
      return await posted(to, options, bytes, upload.send);
    } finally {
      await upload.close();
    }
  };

  return {
    post: async (to, piece, options) => {
      const body = parseBody(piece);
      if (body.kind !== "text") return postFile(to, body, piece.bytes ?? 0, options);
      return posted(to, options, 0, (raw, target, by) => raw.sendMessage({ ...target, ...messageOf(body) }, by));
    },
    edit: async (receipt, piece, signal) => {
      const [body, place] = [parseBody(piece), parseRef(receipt)];
      if (place === undefined) return gone;
      if (body.kind !== "text") return { ok: false, why: "refused", reason: "A message cannot be turned into a file." };
      const outcome = await call(signal, 0, (raw, by) => raw.editMessageText({ chat_id: place.chat, message_id: place.message, ...messageOf(body) }, by));
      return sentFrom(outcome, { receipt: () => receipt, done: { says: /message is not modified/, receipt }, scope: scopeOf(place.chat, outcome) });
    },
    remove: async (receipt, signal) => {
      const place = parseRef(receipt);
      if (place === undefined) return gone;
      const outcome = await call(signal, 0, (raw, by) => raw.deleteMessage({ chat_id: place.chat, message_id: place.message }, by));
      return sentFrom(outcome, {
        receipt: () => receipt,
        done: { says: /message to delete not found|MESSAGE_ID_INVALID/, receipt },
        scope: scopeOf(place.chat, outcome),
      });
    },
    hint: async (to, hint, ref) => {
      const place = ref === undefined ? undefined : parseRef(ref);
      const limits = { signal: stop, timeoutMs: hintMs };
      if (hint === "working") {
        const { chat_id, message_thread_id } = targetOf(rooms.chatOf(to.room), to, undefined);
        await api.call((raw, by) => raw.sendChatAction({ chat_id, ...defined({ message_thread_id }), action: "typing" }, by), limits);
      } else if (place !== undefined) {
        const reaction = { chat_id: place.chat, message_id: place.message, reaction: [{ type: "emoji", emoji: seen } as const] };
        await api.call((raw, by) => raw.setMessageReaction(reaction, by), limits);
      }
    },
  };
}

function targetOf(chat: string, { topic }: Address, replyTo: Receipt | undefined): Target {
  const reply = replyTo === undefined ? undefined : parseRef(replyTo);
  return {
    chat_id: chat,
    ...(topic === undefined ? {} : { message_thread_id: Number(topic) }),
    ...(reply?.chat === chat ? { reply_parameters: { message_id: reply.message, allow_sending_without_reply: true } } : {}),
  };
}

function messageOf({ text, isHtml, buttons }: Extract<TelegramBody, { kind: "text" }>) {
  return {
    text,
    ...(isHtml ? { parse_mode: "HTML" as const } : {}),
    // An answer full of links would be mostly previews.
    link_preview_options: { is_disabled: true },
    ...(buttons.length === 0 ? {} : { reply_markup: { inline_keyboard: rowsOf(buttons) } }),
  };
}

/** Short labels share a row; a long one needs its own, or phones cut it. */
function rowsOf(buttons: readonly Button[]): { text: string; callback_data: string }[][] {
  const perRow = buttons.some(({ label }) => label.length > 16) ? 1 : 3;
  const keys = buttons.map(({ label, data }) => ({ text: label, callback_data: data }));
  return Array.from({ length: Math.ceil(keys.length / perRow) }, (_, row) => keys.slice(row * perRow, (row + 1) * perRow));
}
