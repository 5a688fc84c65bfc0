import { z } from "zod";
import type { Address, Hint, Piece, PostOptions, Sent } from "#domain/channel";
import type { OneBotApi } from "./api.ts";
import type { CallLimits, CallOutcome } from "./call-socket.ts";
import type { CatchUp } from "./catch-up.ts";
import type { Segment } from "./cq-code.ts";
import { parseBody, type OneBotBody } from "./encode.ts";
import type { FileServer } from "./file-server.ts";
import { numberOf } from "./frame.ts";
import { sentFrom } from "./outcome.ts";
import type { Recent } from "./recent.ts";
import { parseRef, parseRoom, refOf, roomOf, type Chat } from "./refs.ts";
import { offerFile } from "./upload.ts";

export interface PostingOptions {
  readonly api: OneBotApi;
  readonly files: FileServer | undefined;
  readonly catchUp: Pick<CatchUp, "viaOf">;
  readonly own: Recent<true>;
  /** Who writes, for the messages of a merged forward. */
  readonly self: () => string;
  /** Cuts every call short. */
  readonly stop: AbortSignal;
  readonly limitMs: (bytes: number) => number;
}

export interface Posting {
  post(to: Address, piece: Piece, options: PostOptions): Promise<Sent>;
  hint(to: Address, hint: Hint, ref?: string): Promise<void>;
}

/** Shown on a message that was received: QQ's face with wide-open eyes. */
const seenFace = "289";
const hintMs = 5_000;

const messageSent = z.object({ message_id: z.union([z.number(), z.string()]).transform(String) });
const fileSent = z.object({ file_id: z.string().min(1) });

export function createPosting({ api, files, catchUp, own, self, stop, limitMs }: PostingOptions): Posting {
  const limitsOf = (signal: AbortSignal, bytes: number): CallLimits => ({ signal: AbortSignal.any([signal, stop]), timeoutMs: limitMs(bytes) });

  const posted = (chat: Chat, key: string, outcome: CallOutcome): Sent =>
    sentFrom(outcome, (data) => {
      const message = messageSent.safeParse(data);
      const file = fileSent.safeParse(data);
      const ref = refOf(roomOf(chat), message.success ? message.data.message_id : `file:${file.success ? file.data.file_id : key}`);
      own.set(ref, true);
      return ref;
    });

  /** A private chat with somebody who is no friend runs through the group they have in common. */
  const target = (chat: Chat): Readonly<Record<string, unknown>> => {
    if (chat.kind === "group") return { group_id: numberOf(chat.id) };
    const via = catchUp.viaOf(roomOf(chat));
    return { user_id: numberOf(chat.id), ...(via === undefined ? {} : { group_id: numberOf(via) }) };
  };

  const send = async (chat: Chat, segments: readonly Segment[], bytes: number, { key, replyTo, signal }: PostOptions): Promise<Sent> => {
    const limits = limitsOf(signal, bytes);
    const say = (message: readonly Segment[]): Promise<CallOutcome> => api.call(`send_${chat.kind}_msg`, { ...target(chat), message }, limits);
    const reply = replyTo === undefined ? undefined : parseRef(replyTo);
    if (reply === undefined || roomOf(reply.chat) !== roomOf(chat)) return posted(chat, key, await say(segments));
    const outcome = await say([{ type: "reply", data: { id: reply.message } }, ...segments]);
    // Perhaps the message that it answers is gone. What was denied made no message.
    const answered = outcome.how === "denied" ? posted(chat, key, outcome) : undefined;
    return answered?.ok === false && answered.why === "refused" ? posted(chat, key, await say(segments)) : (answered ?? posted(chat, key, outcome));
  };

  const forward = async (chat: Chat, nodes: readonly string[], { key, signal }: PostOptions): Promise<Sent> => {
    const name = "Parley";
    const messages = nodes.map((text) => ({
      type: "node",
      data: { user_id: self(), nickname: name, uin: self(), name, content: [{ type: "text", data: { text } }] },
    }));
    return posted(chat, key, await api.call(`send_${chat.kind}_forward_msg`, { ...target(chat), messages }, limitsOf(signal, 0)));
  };

  const upload = async (chat: Chat, body: Extract<OneBotBody, { kind: "file" | "image" }>, bytes: number, options: PostOptions): Promise<Sent> => {
    const { by, source, name, kind } = body;
    const limits = limitsOf(options.signal, bytes);
    const asSegment = kind === "image" || by === "segment";
    const action = `upload_${chat.kind}_file`;
    if (!asSegment && api.lacks(action)) return { ok: false, why: "refused", reason: "The OneBot implementation cannot upload files." };
    const offered = await offerFile({ api, files }, by, source, name, limits);
    if ("instead" in offered) return offered.instead;
    try {
      if (asSegment) {
        const file = by === "path" ? `file://${offered.file}` : offered.file;
        return await send(chat, [{ type: kind, data: { file, name } }], bytes, options);
      }
      return posted(chat, options.key, await api.call(action, { ...target(chat), file: offered.file, name }, limits));
    } finally {
      await offered.close();
    }
  };

  const react = async (chat: Chat, message: string): Promise<void> => {
    const limits = { signal: stop, timeoutMs: hintMs };
    const like = await api.call("set_msg_emoji_like", { message_id: numberOf(message), emoji_id: seenFace, set: true }, limits);
    if (like.how !== "denied" || !api.lacks("set_msg_emoji_like")) return;
    await api.call("set_group_reaction", { group_id: numberOf(chat.id), message_id: numberOf(message), code: seenFace, is_add: true }, limits);
  };

  return {
    post: async (to, piece, options) => {
      const body = parseBody(piece);
      const chat = parseRoom(to.room);
      if (chat === undefined) return { ok: false, why: "refused", reason: "That is no chat of QQ." };
      if (options.signal.aborted) return { ok: false, why: "later", reason: "It was called off before it was sent." };
      if (!api.isReady) return { ok: false, why: "later", reason: "There is no connection to QQ at the moment." };
      switch (body.kind) {
        case "text":
          return send(chat, [{ type: "text", data: { text: body.text } }], 0, options);
        case "forward":
          return forward(chat, body.nodes, options);
        default:
          return upload(chat, body, piece.bytes ?? 0, options);
      }
    },
    hint: async (to, hint, ref) => {
      const chat = parseRoom(to.room);
      const place = ref === undefined ? undefined : parseRef(ref);
      if (chat === undefined || !api.isReady) return;
      if (chat.kind === "group" && hint === "received" && place !== undefined) await react(chat, place.message);
      // QQ has reactions in groups alone; in a private chat NapCat can show that we write.
      if (chat.kind === "private" && hint === "working")
        await api.call("set_input_status", { user_id: numberOf(chat.id), event_type: 1 }, { signal: stop, timeoutMs: hintMs });
    },
  };
}
