import { z } from "zod";
import { captionLimit, readText, Refusal, type TgButton, type TgChat, type TgMessage, type TgUser } from "./state.ts";

/** What the methods work on. */
export interface World {
  readonly me: TgUser;
  /** Of a group the bot gets commands and replies to its own messages alone; mentions do not count. */
  readonly privacy: boolean;
  readonly chats: Map<string, TgChat>;
  /** Old number → new number. */
  readonly moved: Map<string, number>;
  /** `chat:message`. */
  readonly messages: Map<string, TgMessage>;
  readonly topics: Map<string, Set<number>>;
  readonly files: Map<string, { readonly path: string; readonly content: Buffer; readonly claims: number }>;
  readonly blocked: Set<string>;
  readonly toasts: { readonly query: string; readonly text: string }[];
  readonly queries: Set<string>;
  readonly hints: { readonly doing: string; readonly on?: string }[];
  commands: readonly { readonly command: string; readonly description: string }[];
  webhook: string;
  nextMessage(): number;
}

export interface Upload {
  readonly name: string;
  readonly content: Buffer;
}

type Payload = Readonly<Record<string, unknown>>;
type Method = (world: World, payload: Payload, upload: Upload | undefined) => unknown;

const fileBytes = { up: 50 * 1024 * 1024, down: 20 * 1024 * 1024 };

const number = z.coerce.number();
const chatId = z.union([z.number(), z.string()]).transform(String);
const keyboard = z.object({ inline_keyboard: z.array(z.array(z.object({ text: z.string(), callback_data: z.string() }))) });

/** A form carries objects as JSON. */
function object(value: unknown): unknown {
  return typeof value === "string" ? (JSON.parse(value) as unknown) : value;
}

function buttonsOf(payload: Payload): readonly TgButton[] {
  if (payload["reply_markup"] === undefined) return [];
  const buttons = keyboard.parse(object(payload["reply_markup"])).inline_keyboard.flat();
  for (const { callback_data: data } of buttons) {
    const bytes = Buffer.byteLength(data);
    if (bytes < 1 || bytes > 64) throw new Refusal(400, "Bad Request: BUTTON_DATA_INVALID");
  }
  return buttons;
}

function chatOf(world: World, payload: Payload): TgChat {
  const id = chatId.parse(payload["chat_id"]);
  const movedTo = world.moved.get(id);
  if (movedTo !== undefined) throw new Refusal(400, "Bad Request: group chat was upgraded to a supergroup chat", { migrate_to_chat_id: movedTo });
  const chat = world.chats.get(id);
  if (chat === undefined) throw new Refusal(400, "Bad Request: chat not found");
  if (world.blocked.has(id)) throw new Refusal(403, "Forbidden: bot was blocked by the user");
  return chat;
}

function messageOf(world: World, payload: Payload, what: "edit" | "delete"): TgMessage {
  const chat = chatOf(world, payload);
  const found = world.messages.get(`${chat.id}:${number.parse(payload["message_id"])}`);
  if (found === undefined || found.isRemoved) throw new Refusal(400, `Bad Request: message to ${what} not found`);
  if (found.from.id !== world.me.id) throw new Refusal(400, `Bad Request: message can't be ${what === "edit" ? "edited" : "deleted for everyone"}`);
  return found;
}

function add(world: World, payload: Payload, what: Pick<TgMessage, "text" | "entities" | "file">): unknown {
  const chat = chatOf(world, payload);
  const topic = payload["message_thread_id"] === undefined ? undefined : number.parse(payload["message_thread_id"]);
  if (topic !== undefined && world.topics.get(String(chat.id))?.has(topic) !== true) throw new Refusal(400, "Bad Request: message thread not found");
  const reply = z
    .object({ message_id: number, allow_sending_without_reply: z.boolean().optional() })
    .optional()
    .parse(payload["reply_parameters"] === undefined ? undefined : object(payload["reply_parameters"]));
  const isThere = reply !== undefined && world.messages.has(`${chat.id}:${reply.message_id}`);
  if (reply !== undefined && !isThere && reply.allow_sending_without_reply !== true) throw new Refusal(400, "Bad Request: message to be replied not found");
  const message: TgMessage = {
    chat,
    message_id: world.nextMessage(),
    from: world.me,
    date: Math.floor(Date.now() / 1000),
    ...what,
    buttons: buttonsOf(payload),
    ...(topic === undefined ? {} : { topic }),
    ...(isThere ? { replyTo: reply.message_id } : {}),
    isRemoved: false,
    was: [],
  };
  world.messages.set(`${chat.id}:${message.message_id}`, message);
  return wireOf(message);
}

/** A message as an answer or an update carries it. */
export function wireOf({ chat, message_id, from, date, text, entities, topic, file }: TgMessage): Record<string, unknown> {
  const words =
    file === undefined ? { text, entities } : { caption: text, document: { file_id: `f-${message_id}`, file_name: file.name, file_size: file.content.length } };
  return { message_id, chat, from, date, ...words, ...(topic === undefined ? {} : { message_thread_id: topic, is_topic_message: true }) };
}

function addFile(as: "document" | "photo"): Method {
  return (world, payload, upload) => {
    if (upload === undefined) throw new Refusal(400, `Bad Request: there is no ${as} in the request`);
    if (upload.content.length === 0) throw new Refusal(400, "Bad Request: file must be non-empty");
    if (upload.content.length > fileBytes.up) throw new Refusal(413, "Request Entity Too Large");
    const isPicture = upload.content.subarray(1, 4).toString("latin1") === "PNG" || upload.content[0] === 0xff;
    if (as === "photo" && !isPicture) throw new Refusal(400, "Bad Request: IMAGE_PROCESS_FAILED");
    const words = readText(typeof payload["caption"] === "string" ? payload["caption"] : "", payload["parse_mode"], captionLimit);
    return add(world, payload, { ...words, file: { ...upload, as } });
  };
}

export const methods: Readonly<Record<string, Method>> = {
  getMe: ({ me, privacy }) => ({ ...me, can_join_groups: true, can_read_all_group_messages: !privacy, supports_inline_queries: false }),
  deleteWebhook: (world) => {
    world.webhook = "";
    return true;
  },
  getChat: (world, payload) => chatOf(world, payload),
  sendMessage: (world, payload) => {
    const words = readText(z.string().parse(payload["text"]), payload["parse_mode"]);
    if (words.text.trim() === "") throw new Refusal(400, "Bad Request: message text is empty");
    return add(world, payload, words);
  },
  sendDocument: addFile("document"),
  sendPhoto: addFile("photo"),
  editMessageText: (world, payload) => {
    const message = messageOf(world, payload, "edit");
    if (message.file !== undefined) throw new Refusal(400, "Bad Request: there is no text in the message to edit");
    const words = readText(z.string().parse(payload["text"]), payload["parse_mode"]);
    if (words.text.trim() === "") throw new Refusal(400, "Bad Request: message text is empty");
    const buttons = buttonsOf(payload);
    if (words.text === message.text && JSON.stringify(buttons) === JSON.stringify(message.buttons))
      throw new Refusal(400, "Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content");
    message.was.push(message.text);
    Object.assign(message, words, { buttons });
    return wireOf(message);
  },
  deleteMessage: (world, payload) => {
    messageOf(world, payload, "delete").isRemoved = true;
    return true;
  },
  answerCallbackQuery: (world, payload) => {
    const query = String(payload["callback_query_id"]);
    if (!world.queries.delete(query)) throw new Refusal(400, "Bad Request: query is too old and response timeout expired or query ID is invalid");
    const text = typeof payload["text"] === "string" ? payload["text"] : "";
    if (text.length > 200) throw new Refusal(400, "Bad Request: MESSAGE_TOO_LONG");
    world.toasts.push({ query, text });
    return true;
  },
  sendChatAction: (world, payload) => {
    chatOf(world, payload);
    world.hints.push({ doing: String(payload["action"]) });
    return true;
  },
  setMessageReaction: (world, payload) => {
    const chat = chatOf(world, payload);
    const [first] = z.array(z.object({ type: z.literal("emoji"), emoji: z.string() })).parse(payload["reaction"]);
    world.hints.push({ doing: first?.emoji ?? "", on: `${chat.id}:${number.parse(payload["message_id"])}` });
    return true;
  },
  setMyCommands: (world, payload) => {
    world.commands = z.array(z.object({ command: z.string().regex(/^[a-z0-9_]{1,32}$/), description: z.string().min(1).max(256) })).parse(payload["commands"]);
    return true;
  },
  getFile: (world, payload) => {
    const id = z.string().parse(payload["file_id"]);
    const file = world.files.get(id);
    if (file === undefined) throw new Refusal(400, "Bad Request: wrong file_id or the file is temporarily unavailable");
    if (file.claims > fileBytes.down) throw new Refusal(400, "Bad Request: file is too big");
    return { file_id: id, file_unique_id: id, file_size: file.content.length, file_path: file.path };
  },
};
