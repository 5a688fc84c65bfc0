import { Refusal, type FsChat, type FsMessage, type FsUser } from "./state.ts";

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

export interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: RegExp;
  run(request: Request): Given;
}

/** The chat of one person with the bot. */
export function directChat(world: World, openId: string): FsChat {
  const id = `oc_with_${openId}`;
  const chat = world.chats.get(id) ?? { id, mode: "p2p" as const, name: "", with: openId };
  world.chats.set(id, chat);
  return chat;
}

export function known(world: World, id: string | undefined): FsMessage {
  const message = world.messages.get(id ?? "");
  if (message === undefined) throw new Refusal(230001, "Your request contains an invalid request parameter, ext=invalid message_id");
  if (message.isRemoved) throw new Refusal(230011, "The message was recalled.");
  return message;
}

export function own(world: World, id: string | undefined): FsMessage {
  const message = known(world, id);
  if (message.from.kind !== "app") throw new Refusal(230012, "Bot is NOT the sender of the message.");
  return message;
}

export function chatOf(world: World, id: string | undefined): FsChat {
  const chat = world.chats.get(id ?? "");
  if (chat === undefined) throw new Refusal(230002, "Bot can NOT be out of the chat.");
  return chat;
}

export function userOf(world: World, id: string | undefined): FsUser {
  const user = world.users.get(id ?? "");
  if (user === undefined) throw new Refusal(41012, "user id invalid error");
  return user;
}
