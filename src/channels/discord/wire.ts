import { z } from "zod";

// What is read of Discord's events. Everything else in them is left alone.

const user = z.object({
  id: z.string(),
  username: z.string(),
  global_name: z.string().nullish(),
  bot: z.boolean().optional(),
  system: z.boolean().optional(),
});
export type UserWire = z.infer<typeof user>;

const member = z.object({ nick: z.string().nullish(), user: user.optional() });

const attachment = z.object({
  id: z.string(),
  filename: z.string(),
  size: z.number(),
  url: z.string(),
  content_type: z.string().nullish(),
});

const words = {
  content: z.string().default(""),
  attachments: z.array(attachment).default([]),
  sticker_items: z.array(z.object({ name: z.string() })).optional(),
  poll: z
    .object({ question: z.object({ text: z.string().optional() }), answers: z.array(z.object({ poll_media: z.object({ text: z.string().optional() }) })) })
    .nullish(),
};

const snapshot = z.object({ message: z.object(words) });

const quoted = z.object({ id: z.string(), author: user, ...words });

export const messageWire = z.object({
  id: z.string(),
  channel_id: z.string(),
  guild_id: z.string().optional(),
  type: z.number(),
  author: user,
  member: member.optional(),
  webhook_id: z.string().optional(),
  timestamp: z.string().optional(),
  edited_timestamp: z.string().nullish(),
  mentions: z.array(user.extend({ member: member.optional() })).default([]),
  mention_roles: z.array(z.string()).default([]),
  message_reference: z.object({ type: z.number().optional(), message_id: z.string().optional(), channel_id: z.string().optional() }).optional(),
  referenced_message: quoted.nullish(),
  message_snapshots: z.array(snapshot).optional(),
  ...words,
});
export type MessageWire = z.infer<typeof messageWire>;

export const reactionWire = z.object({
  user_id: z.string(),
  channel_id: z.string(),
  message_id: z.string(),
  guild_id: z.string().optional(),
  member: member.optional(),
  emoji: z.object({ id: z.string().nullable(), name: z.string().nullable() }),
});
export type ReactionWire = z.infer<typeof reactionWire>;

const option = z.object({ name: z.string(), value: z.union([z.string(), z.number(), z.boolean()]).optional() });
export type OptionWire = z.infer<typeof option>;

export const interactionWire = z.object({
  id: z.string(),
  token: z.string(),
  /** 2: a command of Discord's list, 3: a button. */
  type: z.number(),
  channel_id: z.string().optional(),
  guild_id: z.string().optional(),
  user: user.optional(),
  member: member.optional(),
  locale: z.string().optional(),
  message: z.object({ id: z.string(), channel_id: z.string() }).optional(),
  data: z.object({ name: z.string().optional(), options: z.array(option).optional(), custom_id: z.string().optional() }).optional(),
});
export type InteractionWire = z.infer<typeof interactionWire>;

const channel = z.object({
  id: z.string(),
  type: z.number(),
  name: z.string().nullish(),
  guild_id: z.string().optional(),
  parent_id: z.string().nullish(),
  last_message_id: z.string().nullish(),
});
export const channelWire = channel;
export type ChannelWire = z.infer<typeof channel>;

const role = z.object({ id: z.string(), tags: z.object({ bot_id: z.string().optional() }).optional() });

export const guildWire = z.object({
  id: z.string(),
  name: z.string().optional(),
  channels: z.array(channel).default([]),
  threads: z.array(channel).default([]),
  roles: z.array(role).default([]),
});
export type GuildWire = z.infer<typeof guildWire>;

export const readyWire = z.object({ guilds: z.array(z.object({ id: z.string() })).default([]) });

/** What calls answer with. */
export const applicationWire = z.object({ id: z.string(), name: z.string().default(""), flags: z.number().default(0), bot: user.optional() });
export const gatewayWire = z.object({ url: z.string(), session_start_limit: z.object({ remaining: z.number(), reset_after: z.number() }) });
export const postedWire = z.object({ id: z.string(), channel_id: z.string() });
export const openedWire = z.object({ id: z.string() });
