import { createHash } from "node:crypto";
import { z } from "zod";
import type { Address, Piece, PostOptions, Receipt, Sent } from "#domain/channel";
import { cardJson } from "./card.ts";
import { parseBody, type FeishuBody } from "./encode.ts";
import type { ApiCall, CallLimits, CallOutcome, FeishuApi } from "./feishu-api.ts";
import type { Hints } from "./hints.ts";
import { isMessageId } from "./message-id.ts";
import { goneCodes, sentFrom } from "./outcome.ts";
import type { SendAttempts } from "./send-attempts.ts";
import type { StreamingCards } from "./streaming-cards.ts";
import { uploadFile, type FileBody } from "./upload.ts";

export interface PostingOptions {
  readonly api: FeishuApi;
  readonly cards: StreamingCards;
  readonly attempts: SendAttempts;
  readonly hints: Pick<Hints, "worked">;
  /** Whether a message carries its key, by which Feishu knows it again. */
  readonly dedupes: boolean;
  /** Cuts every call short. */
  readonly stop: AbortSignal;
  readonly limitMs: (bytes: number) => number;
}

export interface Posting {
  post(to: Address, piece: Piece, options: PostOptions): Promise<Sent>;
  edit(receipt: Receipt, piece: Piece, signal: AbortSignal): Promise<Sent>;
  remove(receipt: Receipt, signal: AbortSignal): Promise<Sent>;
}

interface Message {
  readonly type: "interactive" | "text" | "image" | "file";
  readonly content: string;
}

const posted = z.object({ data: z.object({ message_id: z.string() }) });
const anything = z.object({});
const gone: Sent = { ok: false, why: "refused", reason: "That is no message of Feishu." };

export function createPosting({ api, cards, attempts, hints, dedupes, stop, limitMs }: PostingOptions): Posting {
  const limits = (signal: AbortSignal, bytes = 0): CallLimits => ({ signal: AbortSignal.any([signal, stop]), timeoutMs: limitMs(bytes) });

  const send = async (to: Address, message: Message, { key, replyTo, signal }: PostOptions): Promise<CallOutcome<z.infer<typeof posted>>> => {
    const body = { msg_type: message.type, content: message.content, ...(dedupes ? { uuid: uuidOf(key) } : {}) };
    const call = (path: string, more: Pick<ApiCall<unknown>, "query" | "body">): ReturnType<typeof send> =>
      api.call({ method: "POST", path, ...more, answer: posted }, limits(signal, message.content.length));
    if (replyTo !== undefined && isMessageId(replyTo)) {
      const replied = await call(`open-apis/im/v1/messages/${replyTo}/reply`, { body: { ...body, reply_in_thread: to.topic !== undefined } });
      // The message that it answers is gone: said all the same, without it.
      if (replied.how !== "denied" || !goneCodes.has(replied.denial.code)) return replied;
    }
    const { type, id } = receiverOf(to);
    return call("open-apis/im/v1/messages", { query: { receive_id_type: type }, body: { ...body, receive_id: id } });
  };

  const postMessage = async (to: Address, message: Message, options: PostOptions): Promise<Sent> => {
    if (options.signal.aborted || stop.aborted) return { ok: false, why: "later", reason: "It was called off before it was sent." };
    if (dedupes && !(await attempts.begin(options.key)))
      return { ok: false, why: "unknown", keyExpired: true, reason: "It was tried more than an hour ago. Feishu can no longer tell whether it arrived." };
    const sent = sentFrom(await send(to, message, options), { receipt: ({ data }) => data.message_id });
    if (sent.ok || sent.why !== "unknown") attempts.end(options.key);
    return sent;
  };

  const postFile = async (to: Address, body: FileBody, bytes: number, options: PostOptions): Promise<Sent> => {
    const uploaded = await uploadFile(api, body, limits(options.signal, bytes));
    if (uploaded === undefined) return { ok: false, why: "refused", reason: `The file ${body.name} is not there any more.` };
    if (uploaded.how === "ok") return postMessage(to, uploaded.result, options);
    const failed = sentFrom(uploaded, { receipt: () => "" });
    // Nobody sees a file that was only uploaded.
    return !failed.ok && failed.why === "unknown" ? { ok: false, why: "later", reason: failed.reason } : failed;
  };

  /** A message that was sent as text, because its card was refused. Feishu takes twenty edits of one. */
  const rewrite = async (receipt: Receipt, text: string, signal: AbortSignal): Promise<Sent> => {
    const body = { msg_type: "text", content: JSON.stringify({ text }) };
    const outcome = await api.call({ method: "PUT", path: `open-apis/im/v1/messages/${receipt}`, body, answer: anything }, limits(signal));
    return sentFrom(outcome, { receipt: () => receipt });
  };

  return {
    post: async (to, piece, options) => {
      const body = parseBody(piece);
      const isGrowing = options.growing === true && body.kind === "card";
      const sent =
        body.kind === "card" || body.kind === "text"
          ? await postMessage(to, messageOf(body, isGrowing), options)
          : await postFile(to, body, piece.bytes ?? 0, options);
      if (sent.ok && isGrowing) cards.opened(sent.receipt);
      if (sent.ok && !isGrowing) void hints.worked(to);
      return sent;
    },
    edit: async (receipt, piece, signal) => {
      const body = parseBody(piece);
      if (!isMessageId(receipt)) return gone;
      if (body.kind === "text") return rewrite(receipt, body.text, signal);
      if (body.kind !== "card") return { ok: false, why: "refused", reason: "A message cannot be turned into a file." };
      const patch = (): Promise<CallOutcome<unknown>> =>
        api.call({ method: "PATCH", path: `open-apis/im/v1/messages/${receipt}`, body: { content: cardJson(body) }, answer: anything }, limits(signal));
      const first = cards.has(receipt) ? await cards.show(receipt, body, limits(signal)) : await patch();
      // A draft of before a restart may stream still, and is edited by its card alone.
      const isStreaming = first.how === "denied" && streaming.has(first.denial.code) && !cards.has(receipt);
      const outcome = isStreaming ? await cards.show(receipt, body, limits(signal)) : first;
      return sentFrom(outcome, { receipt: () => receipt });
    },
    remove: async (receipt, signal) => {
      if (!isMessageId(receipt)) return gone;
      const outcome = await api.call({ method: "DELETE", path: `open-apis/im/v1/messages/${receipt}`, answer: anything }, limits(signal));
      const sent = sentFrom(outcome, { receipt: () => receipt, done: { codes: goneCodes, receipt } });
      if (sent.ok) cards.forget(receipt);
      return sent;
    },
  };
}

/** An edit of the message is refused while its card streams. */
const streaming: ReadonlySet<number> = new Set([230099, 200810, 300309]);

function messageOf(body: Extract<FeishuBody, { kind: "card" | "text" }>, isGrowing: boolean): Message {
  if (body.kind === "text") return { type: "text", content: JSON.stringify({ text: body.text }) };
  return { type: "interactive", content: cardJson(body, isGrowing) };
}

function receiverOf({ room, topic }: Address): { readonly type: string; readonly id: string } {
  if (topic !== undefined) return { type: "thread_id", id: topic };
  return room.startsWith("ou_") ? { type: "open_id", id: room } : { type: "chat_id", id: room };
}

/** At most fifty characters. */
function uuidOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 40);
}
