import { z } from "zod";

// What is read of OneBot's frames. Everything else in them is left alone. Implementations write ids as numbers or as text.

const idText = z.union([z.number(), z.string()]).transform(String);

const segmentWire = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()).nullish() });
/** A message is a list of segments, a single one, or text with CQ codes, as the implementation is set up. */
export const messageWire = z.union([z.string(), z.array(segmentWire), segmentWire]);
export type MessageWire = z.infer<typeof messageWire>;

const sender = z.object({ user_id: idText.nullish(), nickname: z.string().nullish(), card: z.string().nullish(), group_id: idText.nullish() }).nullish();
export type SenderWire = z.infer<typeof sender>;

export const saidWire = z.object({
  time: z.number(),
  self_id: idText,
  message_type: z.string(),
  sub_type: z.string().nullish(),
  message_id: idText,
  user_id: idText,
  group_id: idText.nullish(),
  group_name: z.string().nullish(),
  anonymous: z.object({ name: z.string().nullish() }).nullish(),
  message: messageWire,
  sender,
});
export type SaidWire = z.infer<typeof saidWire>;

/** What `get_msg` answers. */
export const foundMessageWire = z.object({ user_id: idText.nullish(), sender, message: messageWire });

/** NapCat and LLOneBot. */
export const emojiLikeWire = z.object({
  notice_type: z.literal("group_msg_emoji_like"),
  time: z.number(),
  self_id: idText,
  group_id: idText,
  user_id: idText,
  message_id: idText,
  likes: z.array(z.object({ emoji_id: idText })),
  is_add: z.boolean().nullish(),
});

/** Lagrange. */
export const reactionWire = z.object({
  notice_type: z.literal("reaction"),
  sub_type: z.string(),
  time: z.number(),
  self_id: idText,
  group_id: idText,
  message_id: idText,
  operator_id: idText,
  code: idText,
});

/** A file in a private chat, where it does not come as a message: go-cqhttp, Lagrange. */
export const offlineFileWire = z.object({
  notice_type: z.literal("offline_file"),
  time: z.number(),
  self_id: idText,
  user_id: idText,
  file: z.object({ id: idText.nullish(), name: z.string(), size: z.coerce.number().nullish(), url: z.string().nullish(), hash: z.string().nullish() }),
});
export type OfflineFileWire = z.infer<typeof offlineFileWire>;

export const statusWire = z.object({ online: z.boolean().nullish() });

export const eventWire = z.object({
  post_type: z.string(),
  notice_type: z.string().nullish(),
  meta_event_type: z.string().nullish(),
  self_id: idText.nullish(),
  status: statusWire.nullish().catch(undefined),
});

export const answerWire = z.object({
  status: z.string().nullish(),
  retcode: z.number(),
  data: z.unknown(),
  message: z.string().nullish(),
  wording: z.string().nullish(),
  msg: z.string().nullish(),
});

/** Ids go out as numbers, which is what older implementations read; an id too large to be exact stays text. */
export function numberOf(id: string): number | string {
  const number = Number(id);
  return Number.isSafeInteger(number) && String(number) === id ? number : id;
}
