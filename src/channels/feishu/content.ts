import { z } from "zod";
import type { RemoteFile } from "#domain/channel";
import { boundedName } from "#channels/kit/clean-text";
import { mimeOf } from "./file-kinds.ts";
import type { MentionWire } from "./event.ts";

export interface Content {
  /** Without the mention that addresses the bot. */
  readonly text: string;
  readonly mentionsUs: boolean;
  readonly files: readonly RemoteFile[];
}

export interface FeishuMessage {
  readonly id: string;
  readonly type: string;
  /** JSON in a string. */
  readonly content: string;
  readonly mentions: readonly MentionWire[];
}

/** The words and files of a message. What is neither is told in words. */
export function readContent({ id, type, content, mentions }: FeishuMessage, ourOpenId: string): Content {
  const parsed = jsonOf(content);
  const ours = mentions.filter((one) => openIdOf(one) === ourOpenId);
  const plain = (text: string): string => withoutMentions(text, mentions, ours);
  const made = (text: string, files: readonly RemoteFile[] = []): Content => ({ text, mentionsUs: ours.length > 0, files });
  switch (type) {
    case "text":
      return made(plain(z.object({ text: z.string() }).safeParse(parsed).data?.text ?? ""));
    case "post":
      return readPost(parsed, id, plain, made);
    case "image":
      return made("", [fileOf(id, z.object({ image_key: z.string() }).safeParse(parsed).data?.image_key, "image", "image-1.jpg")].filter(isThere));
    case "file":
    case "folder":
    case "media":
    case "audio": {
      const { file_key: key, file_name: name } = fileWire.safeParse(parsed).data ?? {};
      return made("", [fileOf(id, key, "file", name ?? (type === "audio" ? "voice.opus" : type === "media" ? "video.mp4" : "file"))].filter(isThere));
    }
    case "location": {
      const place = z.object({ name: z.string().default(""), latitude: z.string(), longitude: z.string() }).safeParse(parsed).data;
      return made(place === undefined ? "" : [place.name, `geo:${place.latitude},${place.longitude}`].filter(Boolean).join("\n"));
    }
    default:
      return made([`[${type}]`, ...stringsIn(parsed)].join(" "));
  }
}

const fileWire = z.object({ file_key: z.string(), file_name: z.string().optional() });

function isThere(file: RemoteFile | undefined): file is RemoteFile {
  return file !== undefined;
}

/** The id holds what fetching it needs: message, key and kind. */
function fileOf(message: string, key: string | undefined, kind: "image" | "file", name: string): RemoteFile | undefined {
  return key === undefined ? undefined : { id: `${message}/${kind}/${key}`, name: boundedName(name), mime: mimeOf(name), bytes: 0 };
}

export function parseFileId(id: string): { readonly message: string; readonly kind: string; readonly key: string } | undefined {
  const [, message, kind, key] = /^(om_[\w-]{1,100})\/(image|file)\/([\w.-]{1,200})$/.exec(id) ?? [];
  return message === undefined || kind === undefined || key === undefined ? undefined : { message, kind, key };
}

const node = z.object({
  tag: z.string(),
  text: z.string().optional(),
  href: z.string().optional(),
  user_id: z.string().optional(),
  user_name: z.string().optional(),
  image_key: z.string().optional(),
  file_key: z.string().optional(),
  emoji_type: z.string().optional(),
  language: z.string().optional(),
});
type PostNode = z.infer<typeof node>;
const post = z.object({ title: z.string().default(""), content: z.array(z.array(node)) });

/** Written rich text, in one language or in several. */
function readPost(parsed: unknown, id: string, plain: (text: string) => string, made: (text: string, files: readonly RemoteFile[]) => Content): Content {
  const [translated] = Object.values(z.record(z.string(), post).safeParse(parsed).data ?? {});
  const { title, content } = post.safeParse(parsed).data ?? translated ?? { title: "", content: [] };
  const nodes = content.flat();
  const files = nodes.flatMap((one, i): readonly RemoteFile[] => {
    if (one.tag === "img") return [fileOf(id, one.image_key, "image", `image-${i + 1}.jpg`)].filter(isThere);
    return one.tag === "media" ? [fileOf(id, one.file_key, "file", `video-${i + 1}.mp4`)].filter(isThere) : [];
  });
  const lines = content.map((line) => line.map(nodeText).join(""));
  return made(plain([title, ...lines].filter((line, i) => i > 0 || line !== "").join("\n")).trim(), files);
}

function nodeText({ tag, text = "", href, user_id: user, user_name: name, emoji_type: emoji, language = "" }: PostNode): string {
  switch (tag) {
    case "a":
      return href === undefined || href === text ? text : `${text} (${href})`;
    case "at":
      return user === "all" ? "@all" : user?.startsWith("@_") === true ? user : `@${name ?? ""}`;
    case "emotion":
      return `[${emoji ?? ""}]`;
    case "hr":
      return "---";
    case "code_block":
      return `\`\`\`${language.toLowerCase()}\n${text.replace(/\n$/, "")}\n\`\`\``;
    default:
      return text;
  }
}

export function openIdOf({ id }: MentionWire): string | undefined {
  return typeof id === "string" ? id : id.open_id;
}

/** Feishu writes `@_user_1` for each mention. In the middle of a sentence ours is part of it. */
function withoutMentions(text: string, mentions: readonly MentionWire[], ours: readonly MentionWire[]): string {
  let shown = text.replaceAll("@_all", "@all");
  for (const { key } of ours) shown = shown.replace(new RegExp(`^\\s*${escaped(key)}(?!\\d)\\s*[,:，：]?\\s*|\\s*${escaped(key)}(?!\\d)\\s*$`, "g"), "");
  if (mentions.length === 0) return shown;
  // In one pass: what people are called is neither a mention nor a pattern.
  const names = new Map(mentions.map(({ key, name }) => [key, boundedName(name)]));
  return shown.replaceAll(new RegExp(`(?:${mentions.map(({ key }) => escaped(key)).join("|")})(?!\\d)`, "g"), (key) => `@${names.get(key) ?? key}`);
}

function escaped(key: string): string {
  return key.replaceAll(/[^\w@]/g, String.raw`\$&`);
}

function jsonOf(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

const mostStrings = 200;

/** What can be read of a card, a vote, a shared chat: the texts in it, in order. */
function stringsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  const walk = (one: unknown, key: string): void => {
    if (found.length >= mostStrings) return;
    if (typeof one === "string") {
      if (one.trim() !== "" && readable.has(key)) found.push(one);
    } else if (Array.isArray(one)) for (const inner of one) walk(inner, key);
    else if (typeof one === "object" && one !== null) for (const [name, inner] of Object.entries(one)) walk(inner, name);
  };
  walk(value, "");
  return found;
}

const readable = new Set(["text", "content", "title", "name", "summary", "topic", "options", "template", "description", "user_name"]);
