import { z } from "zod";

// What is read of Telegram's updates. Everything else in them is left alone.

const user = z.object({
  id: z.number(),
  is_bot: z.boolean(),
  first_name: z.string(),
  last_name: z.string().optional(),
  username: z.string().optional(),
  language_code: z.string().optional(),
});
export type UserWire = z.infer<typeof user>;

const chat = z.object({
  id: z.number(),
  type: z.enum(["private", "group", "supergroup", "channel"]),
  title: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
});
export type ChatWire = z.infer<typeof chat>;

const entity = z.object({
  type: z.string(),
  offset: z.number().int().min(0),
  length: z.number().int().min(0),
  url: z.string().optional(),
  language: z.string().optional(),
  user: user.optional(),
});
export type EntityWire = z.infer<typeof entity>;

const stored = { file_id: z.string(), file_size: z.number().optional() };
const named = { ...stored, file_name: z.string().optional(), mime_type: z.string().optional() };

const media = {
  photo: z.array(z.object({ ...stored, width: z.number(), height: z.number() })).optional(),
  document: z.object(named).optional(),
  voice: z.object(named).optional(),
  audio: z.object(named).optional(),
  video: z.object(named).optional(),
  video_note: z.object(stored).optional(),
  animation: z.object(named).optional(),
  sticker: z.object({ ...stored, emoji: z.string().optional(), is_animated: z.boolean().optional(), is_video: z.boolean().optional() }).optional(),
};

const words = {
  text: z.string().optional(),
  entities: z.array(entity).optional(),
  caption: z.string().optional(),
  caption_entities: z.array(entity).optional(),
};

/** What cannot be a file, and is told in words. */
const things = {
  location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  venue: z.object({ title: z.string(), address: z.string() }).optional(),
  contact: z.object({ first_name: z.string(), last_name: z.string().optional(), phone_number: z.string() }).optional(),
  poll: z.object({ question: z.string(), options: z.array(z.object({ text: z.string() })) }).optional(),
  dice: z.object({ emoji: z.string(), value: z.number() }).optional(),
};

const origin = z.discriminatedUnion("type", [
  z.object({ type: z.literal("user"), sender_user: user }),
  z.object({ type: z.literal("hidden_user"), sender_user_name: z.string() }),
  z.object({ type: z.literal("chat"), sender_chat: chat }),
  z.object({ type: z.literal("channel"), chat }),
]);
export type OriginWire = z.infer<typeof origin>;

const repliedTo = z.object({
  message_id: z.number(),
  from: user.optional(),
  sender_chat: chat.optional(),
  ...words,
  ...media,
  forum_topic_created: z.object({ name: z.string() }).optional(),
});

const message = z.object({
  message_id: z.number(),
  date: z.number(),
  chat,
  from: user.optional(),
  sender_chat: chat.optional(),
  message_thread_id: z.number().optional(),
  is_topic_message: z.boolean().optional(),
  forward_origin: origin.optional(),
  via_bot: user.optional(),
  reply_to_message: repliedTo.optional(),
  external_reply: z.object({ origin }).optional(),
  quote: z.object({ text: z.string() }).optional(),
  media_group_id: z.string().optional(),
  migrate_to_chat_id: z.number().optional(),
  ...words,
  ...media,
  ...things,
});
export type MessageWire = z.infer<typeof message>;

const reaction = z.discriminatedUnion("type", [
  z.object({ type: z.literal("emoji"), emoji: z.string() }),
  z.object({ type: z.literal("custom_emoji"), custom_emoji_id: z.string() }),
  z.object({ type: z.literal("paid") }),
]);
export type ReactionWire = z.infer<typeof reaction>;

export const updateWire = z.object({
  update_id: z.number(),
  message: message.optional(),
  edited_message: message.optional(),
  callback_query: z
    .object({
      id: z.string(),
      from: user,
      data: z.string().optional(),
      /** A message that is too old comes without its text. */
      message: z.object({ message_id: z.number(), chat, message_thread_id: z.number().optional(), is_topic_message: z.boolean().optional() }).optional(),
    })
    .optional(),
  message_reaction: z
    .object({
      chat,
      message_id: z.number(),
      date: z.number(),
      user: user.optional(),
      actor_chat: chat.optional(),
      old_reaction: z.array(reaction),
      new_reaction: z.array(reaction),
    })
    .optional(),
});
export type UpdateWire = z.infer<typeof updateWire>;

/** Asked for by name, because Telegram leaves reactions out otherwise. Posts in channels are not asked for. */
export const updateKinds = ["message", "edited_message", "callback_query", "message_reaction"] as const;
