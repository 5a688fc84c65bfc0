import { z } from "zod";
import { readForm } from "#test/fakes/telegram/multipart";
import { readCard } from "./read-card.ts";
import { fileBytes, imageBytes, Refusal, textBytes, type FsChat, type FsMessage } from "./state.ts";
import { chatOf, directChat, userOf, type Request, type World } from "./world.ts";

export const sending = z.object({ msg_type: z.string(), content: z.string(), uuid: z.string().max(50).optional(), reply_in_thread: z.boolean().optional() });

interface Spot {
  readonly chat: FsChat;
  readonly parent?: string;
  readonly root?: string;
  readonly thread?: string;
}

export function placeOf(world: World, type: string, id: string): Spot {
  if (type === "open_id") return { chat: directChat(world, userOf(world, id).openId) };
  if (type === "chat_id") return { chat: chatOf(world, id) };
  const first = [...world.messages.values()].find(({ thread }) => thread === id);
  if (type !== "thread_id" || first === undefined) throw new Refusal(230001, "Your request contains an invalid request parameter, ext=receive_id");
  return { chat: first.chat, thread: id, root: first.root ?? first.id };
}

export function post({ world, body }: Request, spot: Spot): FsMessage {
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

export function textIn(type: string, content: string): string {
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

export function upload({ world, params, raw, type }: Request): Readonly<Record<string, string>> {
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
