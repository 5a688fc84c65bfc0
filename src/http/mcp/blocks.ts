import type { JsonObject } from "#domain/json";
import { uploadIn, type PictureUploads } from "#hub/files/picture-files";
import { shownName } from "#hub/outbox/chat-parts";
import type { MessageWithState } from "#domain/thread-details";
import { textOf } from "./encode.ts";
import { isoTime } from "./iso-time.ts";
import { pictureIn } from "./picture-in.ts";
import { text, type ToolContent } from "./result.ts";

/** What one answer carries of uploaded pictures; the others are named. One comes however large it is. */
const mostPictures = 10;
const mostPictureBytes = 5 * 1024 * 1024;

/** A picture that was uploaded before, by its address. */
interface Uploaded {
  readonly type: "uploaded";
  readonly address: string;
  readonly name: string;
}

/** Lines for a model to read: of each who and when, what was said, then what can be looked at. */
export async function blocksOf(lines: readonly MessageWithState[], withAttachments: boolean, read: PictureUploads["read"]): Promise<readonly ToolContent[]> {
  const blocks = lines.flatMap((line) => blocksOfLine(line, withAttachments));
  const shown: ToolContent[] = [];
  let pictures = 0;
  let bytes = 0;
  for (const block of blocks) {
    if (block.type !== "uploaded") {
      shown.push(block);
      continue;
    }
    const found = pictures < mostPictures && bytes < mostPictureBytes ? await read(block.name) : undefined;
    const fits = found !== undefined && (pictures === 0 || bytes + found.bytes.length <= mostPictureBytes);
    shown.push(fits ? { type: "image", data: found.bytes.toString("base64"), mimeType: found.mime } : text(`[image] ${block.address}`));
    if (!fits) continue;
    pictures += 1;
    bytes += found.bytes.length;
  }
  return shown;
}

function blocksOfLine(line: MessageWithState, withAttachments: boolean): readonly (ToolContent | Uploaded)[] {
  return [
    text(`[${line.seq}] ${shownName(line.author.name)} (${line.role}) ${isoTime(line.at)}`),
    text(textOf(line)),
    ...(withAttachments ? attachmentsOf(line.meta) : []),
  ];
}

function attachmentsOf(meta: JsonObject | undefined): readonly (ToolContent | Uploaded)[] {
  if (meta === undefined) return [];
  const { attachments, images, image } = meta;
  return [attachments, images, image].flat().flatMap((one) => (one === undefined || one === null ? [] : blockOf(one)));
}

/** Agents attach pictures as they please: bare base64, a data URL, an address, or an object with any of these. */
function blockOf(attached: unknown): readonly (ToolContent | Uploaded)[] {
  if (typeof attached === "string") return [fromText(attached)];
  if (typeof attached !== "object" || attached === null) return [];
  const fields = new Map<string, unknown>(Object.entries(attached));
  const word = (...names: readonly string[]): string | undefined => {
    for (const name of names) {
      const value = fields.get(name);
      if (typeof value === "string" && value !== "") return value;
    }
    return undefined;
  };
  const mime = word("mimeType", "mime_type", "mime", "media_type", "type");
  const bytes = word("data", "base64");
  if (bytes !== undefined) return [picture(bytes, mime?.includes("/") === true ? mime : "image/png")];
  const where = word("url", "path", "src");
  if (where !== undefined) return [fromText(where)];
  return [text(`[file] ${word("name", "filename", "id") ?? "without a name"}`)];
}

const dataUrl = /^data:image\/[^,]{1,100};base64,/;

function fromText(words: string): ToolContent | Uploaded {
  const url = dataUrl.exec(words);
  if (url !== null) return pictureIn(words.slice(url[0].length)) ?? named(words, mostData);
  const uploaded = uploadIn(words);
  if (uploaded !== undefined) return { type: "uploaded", address: words, name: uploaded };
  return pictureIn(words) ?? named(words, mostAddress);
}

function picture(bytes: string, mime: string): ToolContent | Uploaded {
  if (bytes.startsWith("data:")) return fromText(bytes);
  return mime.startsWith("image/") ? (pictureIn(bytes) ?? named(bytes, mostData)) : text(`[file] ${mime}`);
}

const mostAddress = 2_000;
const mostData = 100;

/** What cannot be shown is named. */
function named(words: string, most: number): ToolContent {
  return text(`[image] ${words.slice(0, most)}`);
}
