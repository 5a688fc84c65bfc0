import { z } from "zod";

// What is read of Feishu's events, whose header and body the vendor's client puts together. Everything else in them is left alone.

const ids = z.object({ open_id: z.string().optional() });

const mention = z.object({ key: z.string(), id: z.union([ids, z.string()]), name: z.string().default("") });
export type MentionWire = z.infer<typeof mention>;

export const messageEvent = z.object({
  event_id: z.string(),
  sender: z.object({ sender_id: ids.nullish(), sender_type: z.string() }),
  message: z.object({
    message_id: z.string(),
    root_id: z.string().optional(),
    parent_id: z.string().optional(),
    thread_id: z.string().optional(),
    create_time: z.string(),
    chat_id: z.string(),
    chat_type: z.string(),
    message_type: z.string(),
    content: z.string(),
    mentions: z.array(mention).optional(),
  }),
});
export type MessageEvent = z.infer<typeof messageEvent>;

export const reactionEvent = z.object({
  event_id: z.string(),
  event_type: z.string(),
  message_id: z.string(),
  reaction_type: z.object({ emoji_type: z.string() }),
  operator_type: z.string().default("user"),
  user_id: ids.nullish(),
  action_time: z.string().optional(),
});
export type ReactionEvent = z.infer<typeof reactionEvent>;

export const pressEvent = z.object({
  event_id: z.string(),
  operator: z.object({ open_id: z.string() }),
  action: z.object({ value: z.object({ answer: z.string() }) }),
  context: z.object({ open_message_id: z.string(), open_chat_id: z.string() }),
});
export type PressEvent = z.infer<typeof pressEvent>;

export const menuEvent = z.object({
  event_id: z.string(),
  event_key: z.string(),
  timestamp: z.number().optional(),
  operator: z.object({ operator_id: ids }),
});
export type MenuEvent = z.infer<typeof menuEvent>;

/** A message as it is fetched. */
const fetched = z.object({
  message_id: z.string(),
  thread_id: z.string().optional(),
  msg_type: z.string().default(""),
  chat_id: z.string().default(""),
  deleted: z.boolean().default(false),
  sender: z.object({ id: z.string().default(""), id_type: z.string().default(""), sender_type: z.string().default("") }).optional(),
  body: z.object({ content: z.string().default("") }).optional(),
  mentions: z.array(mention).optional(),
});
export type FetchedMessage = z.infer<typeof fetched>;

export const fetchedAnswer = z.object({ data: z.object({ items: z.array(fetched) }) });
export const userAnswer = z.object({ data: z.object({ user: z.object({ name: z.string().default("") }) }) });
export const chatAnswer = z.object({ data: z.object({ name: z.string().default(""), chat_mode: z.string().default("group") }) });
