import { z } from "zod";
import { readForm } from "#test/fakes/telegram/multipart";
import { readCard, readMarkdown } from "./read-card.ts";
import { fileBytes, imageBytes, Refusal, textBytes, type FsCard, type FsChat, type FsMessage, type FsUser } from "./state.ts";

/** What the calls work on. */
export interface World {
  readonly appId: string;
  readonly bot: { readonly openId: string; readonly name: string; status: number };
  readonly users: Map<string, FsUser>;
  readonly chats: Map<string, FsChat>;
  readonly messages: Map<string, FsMessage>;
  readonly uploads: Map<string, { readonly name: string; readonly content: Buffer; readonly as: string }>;
  /** Keys of messages, for as long as Feishu knows them. */
  readonly uuids: Map<string, { readonly id: string; readonly at: number }>;
  readonly uuidMs: number;
  /** May names be read? */
  canReadNames: boolean;
  withheldFiles: number;
  nextId(prefix: string): string;
  now(): number;
}

export interface Request {
  readonly world: World;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly raw: Buffer;
  readonly type: string;
}

/** What a call gives back: `data` of the answer, a file's content, or (the bot's own call) more of the answer itself. */
export type Given = { readonly data?: unknown; readonly more?: Readonly<Record<string, unknown>>; readonly content?: Buffer };

interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: RegExp;
  run(request: Request): Given;
}

const sending = z.object({ msg_type: z.string(), content: z.string(), uuid: z.string().max(50).optional(), reply_in_thread: z.boolean().optional() });

export const calls: readonly Call[] = [
  {
    name: "bot",
    method: "GET",
    path: /^\/open-apis\/bot\/v3\/info$/,
    run: ({ world: { bot } }) => ({ more: { bot: { activate_status: bot.status, app_name: bot.name, open_id: bot.openId } } }),
  },
  {
    name: "send",
    method: "POST",
    path: /^\/open-apis\/im\/v1\/messages$/,
    run: (request) => {
      const { receive_id: to } = z.object({ receive_id: z.string() }).parse(request.body);
      return { data: { message_id: post(request, placeOf(request.world, request.query.get("receive_id_type") ?? "", to)).id } };
    },
  },
  {
    name: "send",
    method: "POST",
    path: /^\/open-apis\/im\/v1\/messages\/([^/]+)\/reply$/,
    run: (request) => {
      const parent = known(request.world, request.params[0]);
      const inThread = sending.parse(request.body).reply_in_thread === true;
      const thread = parent.thread ?? (inThread ? request.world.nextId("omt") : undefined);
      const place = { chat: parent.chat, parent: parent.id, root: parent.root ?? parent.id, ...(thread === undefined ? {} : { thread }) };
      return { data: { message_id: post(request, place).id } };
    },
  },
  { name: "get", method: "GET", path: /^\/open-apis\/im\/v1\/messages\/([^/]+)$/, run: ({ world, params }) => ({ data: { items: fetched(world, params[0]) } }) },
  {
    name: "edit",
    method: "PATCH",
    path: /^\/open-apis\/im\/v1\/messages\/([^/]+)$/,
    run: ({ world, params, body }) => {
      const message = own(world, params[0]);
      const { content } = z.object({ content: z.string() }).parse(body);
      if (message.card === undefined) throw new Refusal(230001, "Your request contains an invalid request parameter, ext=not a card");
      if (message.card.isStreaming) throw new Refusal(230099, "Failed to create card content, ext=ErrCode: 200810; card is in streaming mode");
      rewrite(message, content);
      return { data: {} };
    },
  },
  {
    name: "remove",
    method: "DELETE",
    path: /^\/open-apis\/im\/v1\/messages\/([^/]+)$/,
    run: ({ world, params }) => {
      own(world, params[0]).isRemoved = true;
      return { data: {} };
    },
  },
  {
    name: "react",
    method: "POST",
    path: /^\/open-apis\/im\/v1\/messages\/([^/]+)\/reactions$/,
    run: ({ world, params, body }) => {
      const { reaction_type: type } = z.object({ reaction_type: z.object({ emoji_type: z.string() }) }).parse(body);
      const reaction = { id: world.nextId("react"), emoji: type.emoji_type, by: world.appId };
      known(world, params[0]).reactions.push(reaction);
      return { data: { reaction_id: reaction.id } };
    },
  },
  {
    name: "unreact",
    method: "DELETE",
    path: /^\/open-apis\/im\/v1\/messages\/([^/]+)\/reactions\/([^/]+)$/,
    run: ({ world, params }) => {
      const message = known(world, params[0]);
      message.reactions = message.reactions.filter(({ id }) => id !== params[1]);
      return { data: {} };
    },
  },
  {
    name: "resource",
    method: "GET",
    path: /^\/open-apis\/im\/v1\/messages\/([^/]+)\/resources\/([^/]+)$/,
    run: ({ world, params }) => {
      const { file } = known(world, params[0]);
      if (world.withheldFiles > 0 || file === undefined) {
        world.withheldFiles = Math.max(0, world.withheldFiles - 1);
        throw new Refusal(234003, "File not in msg.");
      }
      return { content: file.content };
    },
  },
  {
    name: "chat",
    method: "GET",
    path: /^\/open-apis\/im\/v1\/chats\/([^/]+)$/,
    run: ({ world, params }) => {
      const { name, mode } = chatOf(world, params[0]);
      return { data: { name, chat_mode: mode } };
    },
  },
  {
    name: "user",
    method: "GET",
    path: /^\/open-apis\/contact\/v3\/users\/([^/]+)$/,
    run: ({ world, params }) => {
      if (!world.canReadNames) throw new Refusal(99991672, "Access denied. One of the following scopes is required: [contact:user.base:readonly]");
      return { data: { user: { name: userOf(world, params[0]).name } } };
    },
  },
  { name: "upload", method: "POST", path: /^\/open-apis\/im\/v1\/(images|files)$/, run: (request) => ({ data: upload(request) }) },
  {
    name: "convert",
    method: "POST",
    path: /^\/open-apis\/cardkit\/v1\/cards\/id_convert$/,
    run: ({ world, body }) => {
      const { card } = own(world, z.object({ message_id: z.string() }).parse(body).message_id);
      if (card === undefined) throw new Refusal(300302, "message is not a card");
      return { data: { card_id: card.id } };
    },
  },
  {
    name: "type",
    method: "PUT",
    path: /^\/open-apis\/cardkit\/v1\/cards\/([^/]+)\/elements\/text\/content$/,
    run: ({ world, params, body }) => {
      const { content, sequence } = z.object({ content: z.string().min(1).max(100_000), sequence: z.number().int().max(2 ** 31 - 1) }).parse(body);
      const { card, message } = withCard(world, params[0], sequence);
      if (!card.isStreaming) throw new Refusal(300309, "streaming mode is closed");
      message.was.push(message.text);
      message.text = readMarkdown(content);
      card.typed.push(message.text);
      return { data: {} };
    },
  },
  {
    name: "settings",
    method: "PATCH",
    path: /^\/open-apis\/cardkit\/v1\/cards\/([^/]+)\/settings$/,
    run: ({ world, params, body }) => {
      const { settings, sequence } = z.object({ settings: z.string(), sequence: z.number().int() }).parse(body);
      const { config } = z.object({ config: z.object({ streaming_mode: z.boolean() }) }).parse(JSON.parse(settings));
      withCard(world, params[0], sequence).card.isStreaming = config.streaming_mode;
      return { data: {} };
    },
  },
  {
    name: "replace",
    method: "PUT",
    path: /^\/open-apis\/cardkit\/v1\/cards\/([^/]+)$/,
    run: ({ world, params, body }) => {
      const { card, sequence } = z.object({ card: z.object({ type: z.literal("card_json"), data: z.string() }), sequence: z.number().int() }).parse(body);
      rewrite(withCard(world, params[0], sequence).message, card.data);
      return { data: {} };
    },
  },
];

interface Spot {
  readonly chat: FsChat;
  readonly parent?: string;
  readonly root?: string;
  readonly thread?: string;
}

function placeOf(world: World, type: string, id: string): Spot {
  if (type === "open_id") return { chat: directChat(world, userOf(world, id).openId) };
  if (type === "chat_id") return { chat: chatOf(world, id) };
  const first = [...world.messages.values()].find(({ thread }) => thread === id);
  if (type !== "thread_id" || first === undefined) throw new Refusal(230001, "Your request contains an invalid request parameter, ext=receive_id");
  return { chat: first.chat, thread: id, root: first.root ?? first.id };
}

/** The chat of one person with the bot. */
export function directChat(world: World, openId: string): FsChat {
  const id = `oc_with_${openId}`;
  const chat = world.chats.get(id) ?? { id, mode: "p2p" as const, name: "", with: openId };
  world.chats.set(id, chat);
  return chat;
}

function post({ world, body }: Request, spot: Spot): FsMessage {
  const { msg_type: type, content, uuid } = sending.parse(body);
  const before = uuid === undefined ? undefined : world.uuids.get(uuid);
  const again = before !== undefined && world.now() - before.at < world.uuidMs ? world.messages.get(before.id) : undefined;
  if (again !== undefined) return again;
  const shown = type === "interactive" ? readCard(content) : undefined;
  const file = fileIn(world, type, content);
  const message: FsMessage = {
    ...spot,
    id: world.nextId("om"),
    from: { kind: "app", id: world.appId },
    at: world.now(),
    type,
    content,
    text: shown?.text ?? textIn(type, content),
    buttons: shown?.buttons ?? [],
    ...(file === undefined ? {} : { file }),
    ...(shown === undefined ? {} : { card: { id: world.nextId("card"), sequence: 0, isStreaming: shown.isStreaming, typed: [] } }),
    isRemoved: false,
    was: [],
    reactions: [],
  };
  world.messages.set(message.id, message);
  if (uuid !== undefined) world.uuids.set(uuid, { id: message.id, at: world.now() });
  return message;
}

function textIn(type: string, content: string): string {
  if (type !== "text") return "";
  if (Buffer.byteLength(content) > textBytes) throw new Refusal(230025, "The length of the message content reaches its limit.");
  return z
    .object({ text: z.string().min(1) })
    .parse(JSON.parse(content))
    .text.replaceAll(/<at user_id="([^"]*)">[^<]*<\/at>/g, "[calls $1]")
    .replaceAll("\u200b", "");
}

function fileIn(world: World, type: string, content: string): FsMessage["file"] | undefined {
  if (type !== "image" && type !== "file") return undefined;
  const found = world.uploads.get(z.record(z.string(), z.string()).parse(JSON.parse(content))[`${type}_key`] ?? "");
  if (found === undefined) throw new Refusal(230001, "Your request contains an invalid request parameter, ext=no such key");
  return found;
}

function upload({ world, params, raw, type }: Request): Readonly<Record<string, string>> {
  const parts = readForm(raw, type);
  const [field, most] = params[0] === "images" ? (["image", imageBytes] as const) : (["file", fileBytes] as const);
  const file = parts.find(({ name }) => name === field);
  if (file === undefined) throw new Refusal(234001, "Invalid request param.");
  if (file.content.length === 0) throw new Refusal(234010, "File's size can't be 0.");
  if (file.content.length > most) throw new Refusal(234006, "The file size exceed the max value.");
  const key = world.nextId(field);
  const named = parts.find(({ name }) => name === "file_name")?.content.toString("utf8");
  world.uploads.set(key, { name: named ?? file.filename ?? "", content: Buffer.from(file.content), as: field });
  return { [`${field}_key`]: key };
}

function rewrite(message: FsMessage, content: string): void {
  const shown = readCard(content);
  message.was.push(message.text);
  Object.assign(message, { content, text: shown.text, buttons: shown.buttons });
  if (message.card !== undefined) message.card.isStreaming = shown.isStreaming;
}

function withCard(world: World, id: string | undefined, sequence: number): { readonly card: FsCard; readonly message: FsMessage } {
  const message = [...world.messages.values()].find(({ card }) => card?.id === id);
  if (message?.card === undefined || message.isRemoved) throw new Refusal(300302, "card not found");
  if (sequence <= message.card.sequence) throw new Refusal(300317, "sequence number compare failed");
  message.card.sequence = sequence;
  return { card: message.card, message };
}

function fetched(world: World, id: string | undefined): readonly unknown[] {
  const message = known(world, id);
  return [message, ...(message.forwards ?? []).map((one) => known(world, one))].map((one) => ({
    message_id: one.id,
    root_id: one.root,
    parent_id: one.parent,
    thread_id: one.thread,
    msg_type: one.type,
    create_time: String(one.at),
    deleted: false,
    chat_id: one.chat.id,
    sender: one.from.kind === "app" ? { id: one.from.id, id_type: "app_id", sender_type: "app" } : { id: one.from.id, id_type: "open_id", sender_type: "user" },
    // A card is handed out as text.
    body: { content: one.type === "interactive" ? JSON.stringify({ title: null, elements: [[{ tag: "text", text: one.text }]] }) : one.content },
  }));
}

function known(world: World, id: string | undefined): FsMessage {
  const message = world.messages.get(id ?? "");
  if (message === undefined) throw new Refusal(230001, "Your request contains an invalid request parameter, ext=invalid message_id");
  if (message.isRemoved) throw new Refusal(230011, "The message was recalled.");
  return message;
}

function own(world: World, id: string | undefined): FsMessage {
  const message = known(world, id);
  if (message.from.kind !== "app") throw new Refusal(230012, "Bot is NOT the sender of the message.");
  return message;
}

function chatOf(world: World, id: string | undefined): FsChat {
  const chat = world.chats.get(id ?? "");
  if (chat === undefined) throw new Refusal(230002, "Bot can NOT be out of the chat.");
  return chat;
}

function userOf(world: World, id: string | undefined): FsUser {
  const user = world.users.get(id ?? "");
  if (user === undefined) throw new Refusal(41012, "user id invalid error");
  return user;
}
