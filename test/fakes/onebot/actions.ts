import type { Segment } from "#channels/onebot/cq-code";
import { parseCqCodes } from "#channels/onebot/cq-code";
import { messageEvent } from "./events.ts";
import { contentOf, takeChunk } from "./uploads.ts";
import { longestText, Refusal, shownText, type QqChat, type QqFile, type QqMessage, type World } from "./world.ts";

type Params = Readonly<Record<string, unknown>>;
type Action = (world: World, params: Params) => unknown;

/** Does an action; throws Refusal. What it posts is a message of the account. */
export const actions: Readonly<Record<string, Action>> = {
  get_login_info: ({ self }) => ({ user_id: self, nickname: "Parley" }),
  get_version_info: ({ personality: { app_name, app_version } }) => ({ app_name, app_version, protocol_version: "v11" }),
  get_status: ({ isOnline }) => ({ online: isOnline, good: isOnline, stat: {} }),
  get_friend_list: ({ friends, names }) => [...friends].map((id) => ({ user_id: id, nickname: names.get(id) ?? "", remark: "" })),
  get_group_info: ({ groups }, { group_id: id }) => ({ group_id: Number(id), group_name: known(groups.get(Number(id)), "群不存在"), member_count: 3 }),
  get_msg: (world, { message_id: id }) => messageEvent(world, known(world.messages.get(Number(id)), "消息不存在")),
  get_group_msg_history: (world, { group_id: id, count }) => historyOf(world, { kind: "group", id: Number(id) }, count),
  get_friend_msg_history: (world, { user_id: id, count }) => historyOf(world, { kind: "private", id: Number(id) }, count),
  get_forward_msg: (world, { id }) => {
    const message = [...world.messages.values()].find(({ segments }) => segments.some(({ type, data }) => type === "forward" && data["id"] === id));
    const nodes = known(message?.nodes, "消息已过期或者为内层消息，无法获取转发消息");
    return { messages: nodes.map((text) => ({ sender: { user_id: 1, nickname: "Zoe" }, message: [{ type: "text", data: { text } }] })) };
  },
  send_group_msg: (world, { group_id: id, message }) => send(world, { kind: "group", id: Number(id) }, message),
  send_private_msg: (world, { user_id: id, message, group_id: via }) => send(world, { kind: "private", id: Number(id) }, message, via),
  send_group_forward_msg: (world, { group_id: id, messages }) => forward(world, { kind: "group", id: Number(id) }, messages),
  send_private_forward_msg: (world, { user_id: id, messages }) => forward(world, { kind: "private", id: Number(id) }, messages),
  upload_group_file: (world, { group_id: id, file, name }) => upload(world, { kind: "group", id: Number(id) }, String(file), String(name)),
  upload_private_file: (world, { user_id: id, file, name }) => upload(world, { kind: "private", id: Number(id) }, String(file), String(name)),
  upload_file_stream: takeChunk,
  set_msg_emoji_like: (world, { message_id: id, emoji_id: face }) => react(world, id, face),
  set_group_reaction: (world, { message_id: id, code }) => react(world, id, code),
  set_input_status: (world, { user_id: id }) => void world.hints.push({ doing: `typing to ${String(id)}` }),
  get_group_file_url: (world, { file_id: id }) => ({ url: urlOf(world, id) }),
  get_private_file_url: (world, { file_id: id }) => ({ url: urlOf(world, id) }),
  get_image: (world, { file }) => ({ file: "/somewhere/here.jpg", url: urlOf(world, file) }),
  get_record: (world, { file }) => ({ file: "/somewhere/here.mp3", url: "", base64: fileOf(world, file).content.toString("base64") }),
  get_file: (world, { file_id: id, file = id }) => ({
    file: "/somewhere/here",
    url: "/somewhere/here",
    base64: fileOf(world, file).content.toString("base64"),
  }),
};

function known<T>(found: T | undefined, otherwise: string): T {
  if (found === undefined) throw new Refusal(otherwise);
  return found;
}

function mayWrite({ groups, friends }: World, { kind, id }: QqChat, via?: unknown): void {
  if (kind === "group" && !groups.has(id)) throw new Refusal("群不存在或者机器人不在群中");
  if (kind === "private" && !friends.has(id) && via === undefined) throw new Refusal("不是好友，无法发送");
}

function posted(world: World, message: Omit<QqMessage, "id" | "user" | "time">): { readonly message_id: number } {
  const id = world.nextMessage();
  world.messages.set(id, { ...message, id, user: world.self, time: Math.floor(Date.now() / 1000) });
  return { message_id: id };
}

async function send(world: World, chat: QqChat, message: unknown, via?: unknown): Promise<unknown> {
  mayWrite(world, chat, via);
  const { personality, messages } = world;
  const segments: readonly Segment[] = typeof message === "string" ? parseCqCodes(message) : (message as Segment[]);
  const text = shownText({ segments });
  if (text.length > longestText) throw new Refusal("消息过长");
  const quoted = segments.find(({ type }) => type === "reply");
  const replyTo = quoted === undefined ? undefined : Number(quoted.data["id"]);
  const isThere = replyTo !== undefined && messages.has(replyTo);
  if (replyTo !== undefined && !isThere && personality.goneReplies === "refused") throw new Refusal("reply not found");
  const carried = segments.find(({ type }) => type === "image" || type === "file");
  if (carried?.type === "file" && !personality.fileSegments) throw new Refusal("file segments are not supported");
  const file: QqFile | undefined = carried && {
    name: String(carried.data["name"]),
    content: await contentOf(world, String(carried.data["file"]), ["path", "url", "base64"]),
  };
  if (text.trim() === "" && file === undefined) throw new Refusal("消息体无法解析, 请检查是否发送了不支持的消息类型");
  return posted(world, { chat, segments, ...(file === undefined ? {} : { file }), ...(isThere ? { replyTo } : {}) });
}

function forward(world: World, chat: QqChat, messages: unknown): unknown {
  mayWrite(world, chat);
  const nodes = (messages as { type: string; data: { user_id: string; nickname: string; content: Segment[] } }[]).map(({ type, data }) => {
    if (type !== "node" || !/^\d+$/.test(String(data.user_id))) throw new Refusal("node without a sender");
    return shownText({ segments: data.content });
  });
  return { ...posted(world, { chat, segments: [{ type: "forward", data: { id: `res-${world.messages.size}` } }], nodes }), forward_id: "res" };
}

async function upload(world: World, chat: QqChat, file: string, name: string): Promise<unknown> {
  mayWrite(world, chat);
  const content = await contentOf(world, file, world.personality.uploads);
  posted(world, { chat, segments: [], file: { name, content } });
  // Lagrange and go-cqhttp say nothing of the file.
  return world.personality.fileSegments ? { file_id: `/${name}-${world.messages.size}` } : null;
}

function react(world: World, id: unknown, face: unknown): void {
  const message = known(world.messages.get(Number(id)), "msg not found");
  if (message.chat.kind === "private") throw new Refusal("find msg by msgid error");
  world.hints.push({ doing: `face ${String(face)}`, on: `group:${message.chat.id}/${message.id}` });
}

function historyOf(world: World, chat: QqChat, count: unknown): unknown {
  const all = [...world.messages.values()].filter((one) => one.chat.kind === chat.kind && one.chat.id === chat.id);
  return { messages: all.slice(-Number(count)).map((one) => messageEvent(world, one)) };
}

/** NapCat finds files by their names, too. */
function fileOf({ files }: World, id: unknown): QqFile {
  return known(files.get(String(id)) ?? [...files.values()].find(({ name }) => name === id), "file not found");
}

function urlOf(world: World, id: unknown): string {
  fileOf(world, id);
  return `${world.fileRoot()}/download/${encodeURIComponent(String(id))}?rkey=CAESKE`;
}
