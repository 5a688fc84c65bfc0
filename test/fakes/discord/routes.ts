import { z } from "zod";
import { contentLimit, eventOf, fileLimit, interactionMs, Refusal, wireOf, type DcChannel, type DcInteraction, type DcMessage, type World } from "./state.ts";

export interface Upload {
  readonly name: string;
  readonly mime: string;
  readonly content: Buffer;
}

export interface Request {
  readonly world: World;
  /** What the path says. */
  readonly at: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly uploads: readonly Upload[];
}

export interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: RegExp;
  /** Interactions prove themselves by the token in their path. */
  readonly isOpen?: boolean;
  /** Undefined is 204. */
  run(request: Request): unknown;
}

const button = z.object({ type: z.literal(2), label: z.string().min(1).max(80), custom_id: z.string().min(1).max(100) });
const message = z.object({
  content: z.string().max(contentLimit).optional(),
  nonce: z.string().max(25).optional(),
  enforce_nonce: z.boolean().optional(),
  components: z
    .array(z.object({ type: z.literal(1), components: z.array(button).min(1).max(5) }))
    .max(5)
    .optional(),
  message_reference: z.object({ message_id: z.string(), fail_if_not_exists: z.boolean().default(true) }).optional(),
  allowed_mentions: z.object({ parse: z.array(z.string()) }).optional(),
});
const command = z.array(
  z.object({
    name: z.string().regex(/^[-_\p{Ll}\p{N}]{1,32}$/u),
    description: z.string().min(1).max(100),
    options: z
      .array(
        z.object({
          name: z.string().regex(/^[-_\p{Ll}\p{N}]{1,32}$/u),
          description: z.string().min(1).max(100),
          type: z.number(),
          required: z.boolean().optional(),
        }),
      )
      .max(25)
      .default([]),
  }),
);
const callback = z.object({ type: z.number(), data: z.object({ content: z.string().optional(), flags: z.number().optional() }).default({}) });

export const routes: readonly Route[] = [
  {
    name: "gateway",
    method: "GET",
    path: /^\/gateway\/bot$/,
    run: ({ world, at }) => ({
      url: at["gateway"],
      shards: 1,
      session_start_limit: { total: 1_000, remaining: world.startsLeft, reset_after: 3_600_000, max_concurrency: 1 },
    }),
  },
  {
    name: "application",
    method: "GET",
    path: /^\/applications\/@me$/,
    run: ({ world: { application: id, me, readsMessages } }) => ({ id, name: "Parley", flags: readsMessages ? 1 << 19 : 0, bot: me }),
  },
  { name: "me", method: "GET", path: /^\/users\/@me$/, run: ({ world }) => world.me },
  {
    name: "openDirect",
    method: "POST",
    path: /^\/users\/@me\/channels$/,
    run: ({ world, body }) => {
      const person = String(body["recipient_id"]);
      if (!world.users.has(person)) throw new Refusal(400, 50_033, "Invalid Recipient(s)");
      return directOf(world, person);
    },
  },
  { name: "channel", method: "GET", path: /^\/channels\/(?<channel>\d+)$/, run: ({ world, at }) => channelOf(world, at["channel"]) },
  {
    name: "guild",
    method: "GET",
    path: /^\/guilds\/(?<guild>\d+)$/,
    run: ({ world, at }) => {
      const guild = world.guilds.get(at["guild"] ?? "");
      if (guild === undefined) throw new Refusal(404, 10_004, "Unknown Guild");
      return { ...guild, roles: [] };
    },
  },
  {
    name: "getMessages",
    method: "GET",
    path: /^\/channels\/(?<channel>\d+)\/messages$/,
    run: ({ world, at, query }) => {
      const { id } = channelOf(world, at["channel"]);
      const after = BigInt(query.get("after") ?? 0);
      const all = [...world.messages.values()].filter((one) => one.channel.id === id && !one.isRemoved && BigInt(one.id) > after);
      // The oldest that are newer, but the newest of them first.
      return all
        .slice(0, Number(query.get("limit") ?? 50))
        .toReversed()
        .map((one) => wireOf(world, one));
    },
  },
  {
    name: "getMessage",
    method: "GET",
    path: /^\/channels\/(?<channel>\d+)\/messages\/(?<message>\d+)$/,
    run: ({ world, at }) => wireOf(world, messageOf(world, at["channel"], at["message"])),
  },
  { name: "createMessage", method: "POST", path: /^\/channels\/(?<channel>\d+)\/messages$/, run: createMessage },
  {
    name: "editMessage",
    method: "PATCH",
    path: /^\/channels\/(?<channel>\d+)\/messages\/(?<message>\d+)$/,
    run: ({ world, at, body }) => {
      const found = messageOf(world, at["channel"], at["message"]);
      if (found.author.id !== world.me.id) throw new Refusal(403, 50_005, "Cannot edit a message authored by another user");
      const { content = found.content, components } = message.parse(body);
      if (content === "" && found.files.length === 0) throw new Refusal(400, 50_006, "Cannot send an empty message");
      found.was.push(found.content);
      found.content = content;
      if (components !== undefined) found.buttons = components.flatMap((row) => row.components);
      found.editedAt = new Date().toISOString();
      world.dispatch("MESSAGE_UPDATE", eventOf(world, found));
      return wireOf(world, found);
    },
  },
  {
    name: "deleteMessage",
    method: "DELETE",
    path: /^\/channels\/(?<channel>\d+)\/messages\/(?<message>\d+)$/,
    run: ({ world, at }) => {
      messageOf(world, at["channel"], at["message"]).isRemoved = true;
    },
  },
  {
    name: "typing",
    method: "POST",
    path: /^\/channels\/(?<channel>\d+)\/typing$/,
    run: ({ world, at }) => {
      channelOf(world, at["channel"]);
      world.hints.push({ doing: "typing" });
    },
  },
  {
    name: "react",
    method: "PUT",
    path: /^\/channels\/(?<channel>\d+)\/messages\/(?<message>\d+)\/reactions\/(?<emoji>[^/]+)\/@me$/,
    run: ({ world, at }) => {
      const { channel, id } = messageOf(world, at["channel"], at["message"]);
      const emoji = decodeURIComponent(at["emoji"] ?? "");
      if (!/\p{Extended_Pictographic}/u.test(emoji)) throw new Refusal(400, 10_014, "Unknown Emoji");
      world.hints.push({ doing: emoji, on: `${channel.id}:${id}` });
      world.dispatch("MESSAGE_REACTION_ADD", { user_id: world.me.id, channel_id: channel.id, message_id: id, emoji: { id: null, name: emoji } });
    },
  },
  {
    name: "listCommands",
    method: "PUT",
    path: /^\/applications\/(?<application>\d+)\/commands$/,
    run: ({ world, at, body }) => {
      if (at["application"] !== world.application) throw new Refusal(403, 20_012, "You are not authorized to perform this action on this application");
      world.commands = command.parse(body);
      return world.commands;
    },
  },
  {
    name: "interaction",
    method: "POST",
    path: /^\/interactions\/(?<interaction>\d+)\/(?<token>[^/]+)\/callback$/,
    isOpen: true,
    run: ({ world, at, body }) => {
      const found = interactionOf(world, at["token"]);
      if (Date.now() - found.at > interactionMs) throw new Refusal(404, 10_062, "Unknown interaction");
      if (found.answered !== undefined) throw new Refusal(400, 40_060, "Interaction has already been acknowledged.");
      const { type, data } = callback.parse(body);
      found.answered = type;
      if (type === 4) show(world, found, data);
    },
  },
  {
    name: "followUp",
    method: "POST",
    path: /^\/webhooks\/(?<application>\d+)\/(?<token>[^/]+)$/,
    isOpen: true,
    run: ({ world, at, body }) => {
      const found = answeredOf(world, at["token"]);
      show(world, found, callback.shape.data.parse(body));
      return { id: world.nextId(), channel_id: "0" };
    },
  },
  {
    name: "editReply",
    method: "PATCH",
    path: /^\/webhooks\/(?<application>\d+)\/(?<token>[^/]+)\/messages\/@original$/,
    isOpen: true,
    run: ({ world, at, body }) => {
      show(world, answeredOf(world, at["token"]), { ...callback.shape.data.parse(body), flags: 64 });
      return { id: world.nextId(), channel_id: "0" };
    },
  },
  {
    name: "deleteReply",
    method: "DELETE",
    path: /^\/webhooks\/(?<application>\d+)\/(?<token>[^/]+)\/messages\/@original$/,
    isOpen: true,
    run: ({ world, at }) => {
      delete answeredOf(world, at["token"]).shown;
    },
  },
];

function createMessage({ world, at, body, uploads }: Request): unknown {
  const channel = channelOf(world, at["channel"]);
  if (channel.person !== undefined && world.shut.has(channel.person)) throw new Refusal(403, 50_007, "Cannot send messages to this user");
  const { content = "", nonce, enforce_nonce: isEnforced, components = [], message_reference: reference } = message.parse(body);
  const known =
    nonce === undefined || isEnforced !== true ? undefined : [...world.messages.values()].find((one) => one.nonce === nonce && one.author.id === world.me.id);
  if (known !== undefined) return wireOf(world, known);
  if (content.trim() === "" && uploads.length === 0) throw new Refusal(400, 50_006, "Cannot send an empty message");
  if (uploads.some((file) => file.content.length > fileLimit)) throw new Refusal(413, 40_005, "Request entity too large");
  const buttons = components.flatMap((row) => row.components);
  if (new Set(buttons.map((one) => one.custom_id)).size < buttons.length)
    throw new Refusal(400, 50_035, "Invalid Form Body: Component custom id cannot be duplicated");
  const replied = reference === undefined ? undefined : world.messages.get(reference.message_id);
  if (reference?.fail_if_not_exists === true && replied === undefined) throw new Refusal(400, 50_035, "Invalid Form Body: Unknown message");
  const id = world.nextId();
  const made: DcMessage = {
    id,
    channel,
    author: world.me,
    content: content.trim(),
    buttons: buttons.map(({ label, custom_id }) => ({ label, custom_id })),
    files: uploads.map((file) => ({ id: world.nextId(), claims: file.content.length, ...file })),
    isRemoved: false,
    was: [],
    more: {},
    ...(nonce === undefined ? {} : { nonce }),
    ...(replied === undefined || replied.isRemoved ? {} : { replyTo: replied.id }),
  };
  world.messages.set(id, made);
  channel.last_message_id = id;
  world.dispatch("MESSAGE_CREATE", eventOf(world, made));
  return wireOf(world, made);
}

export function directOf(world: World, person: string): DcChannel {
  const known = [...world.channels.values()].find((channel) => channel.person === person);
  const channel: DcChannel = known ?? { id: world.nextId(), type: 1, person, last_message_id: null };
  world.channels.set(channel.id, channel);
  return channel;
}

function channelOf(world: World, id = ""): DcChannel {
  const channel = world.channels.get(id);
  if (channel === undefined) throw new Refusal(404, 10_003, "Unknown Channel");
  return channel;
}

function messageOf(world: World, channel: string | undefined, id = ""): DcMessage {
  channelOf(world, channel);
  const found = world.messages.get(id);
  if (found === undefined || found.isRemoved || found.channel.id !== channel) throw new Refusal(404, 10_008, "Unknown Message");
  return found;
}

function interactionOf(world: World, token: string | undefined): DcInteraction {
  const found = [...world.interactions.values()].find((one) => one.token === token);
  if (found === undefined) throw new Refusal(404, 10_062, "Unknown interaction");
  return found;
}

function answeredOf(world: World, token: string | undefined): DcInteraction {
  const found = interactionOf(world, token);
  if (found.answered === undefined) throw new Refusal(404, 10_015, "Unknown Webhook");
  return found;
}

function show(
  world: World,
  interaction: DcInteraction,
  { content = "", flags = 0 }: { readonly content?: string | undefined; readonly flags?: number | undefined },
): void {
  if (flags !== 64) throw new Refusal(400, 50_035, "the fake only knows answers that their receiver alone sees");
  if (content.length > contentLimit) throw new Refusal(400, 50_035, "Invalid Form Body: content");
  interaction.shown = content;
  world.toasts.push({ interaction: interaction.id, text: content });
}
