import { z } from "zod";
import { measure, reach, type Limit } from "#channels/kit/measure-text";
import { optionsInWords, sortParts, spokenSize, tooLargeInWords, type FilePart } from "#channels/kit/parts-in-words";
import { cutBefore, split } from "#channels/kit/split";
import { channelTexts } from "#channels/kit/texts";
import { packBlocks, plainStyle, writeBlocks } from "#channels/kit/write";
import type { ChannelCan, Part, Piece } from "#domain/channel";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { parseBlocks } from "#markdown/blocks";
import { onebotTexts } from "./texts.ts";

/** OneBot states no limit; QQ shows messages of up to about 4,500 characters. */
const textLimit = 4_000;
const limit: Limit = { unit: "utf16", most: textLimit };
/** Longer text is folded into a merged forward, so that it does not fill the chat. */
const forwardFrom = 1_500;
/** A text of more messages than this is a file: nobody reads it in a chat. */
const mostParts = 6;
const imageMimes = ["image/jpeg", "image/png", "image/gif", "image/webp"];
const imageBytes = 10 * 1024 * 1024;
/** In base64 a file is a third larger, and one frame. */
const base64Bytes = 20 * 1024 * 1024;

const uploads = ["path", "url", "base64", "stream", "segment"] as const;
/** How a file gets to the implementation. */
export type Upload = (typeof uploads)[number];

/** A file on disk, or a text that becomes one. */
const source = z.union([z.object({ path: z.string() }), z.object({ text: z.string() })]);
export type Source = z.infer<typeof source>;

const onebotBody = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string() }),
  z.object({ kind: z.literal("forward"), nodes: z.array(z.string()) }),
  z.object({ kind: z.literal("image"), by: z.enum(["path", "url", "base64"]), source, name: z.string() }),
  z.object({ kind: z.literal("file"), by: z.enum(uploads), source, name: z.string() }),
]);
export type OneBotBody = z.infer<typeof onebotBody>;

/** Pieces come back from the store, perhaps written by an older version. */
export function parseBody(piece: Piece): OneBotBody {
  return onebotBody.parse(piece.body);
}

export interface RenderOptions {
  readonly can: Pick<ChannelCan, "fileBytes">;
  readonly language: TextLanguage;
  /** The implementation can read our files by their path. */
  readonly byPath: boolean;
  /** It can fetch them from us. */
  readonly byUrl: boolean;
}

export function renderOneBot(parts: readonly Part[], options: RenderOptions): readonly Piece[] {
  const { language } = options;
  const { heads, texts, files, options: choices } = sortParts(parts);
  const blocks = texts.flatMap((text) => writeBlocks(parseBlocks(text), plainStyle, limit));
  const listed = choices.length === 0 ? [] : [optionsInWords(language, choices)];
  const unasked = choices.length > 0 && blocks.length === 0 && heads.length === 0 ? [say(language, channelTexts.whichAnswer)] : [];
  const messages = packBlocks(underHead(heads, [...blocks, ...unasked, ...listed]), limit);
  // What somebody is asked about is not folded away: all of it must be seen.
  const isFile = messages.length > mostParts && choices.length === 0;
  const pieces = isFile ? asFile(messages, texts.join("\n\n"), options) : messages.map((text) => (choices.length > 0 ? textPiece(text) : foldedPiece(text)));
  return [...pieces, ...files.flatMap((file) => filePieces(file, options))];
}

/** The head is a line of its own right above the text, not a paragraph. */
function underHead(heads: readonly string[], blocks: readonly string[]): readonly string[] {
  if (heads.length === 0) return blocks;
  const [first, ...rest] = blocks;
  const head = heads.join("\n");
  return first === undefined ? [head] : [`${head}\n${first}`, ...rest];
}

function textPiece(text: string): Piece {
  return { body: { kind: "text", text } };
}

/** Put together, the nodes are the text; where merged forwards are refused, it is one message. */
function foldedPiece(text: string): Piece {
  if (text.length <= forwardFrom) return textPiece(text);
  const nodes: string[] = [];
  for (let at = 0; at < text.length;) {
    const most = reach(text, at, forwardFrom, "utf16");
    const end = most === text.length ? most : cutBefore(text, at, most);
    nodes.push(text.slice(at, end));
    at = end;
  }
  return { body: { kind: "forward", nodes }, instead: textPiece(text) };
}

/** The beginning as a message, the whole as a file. */
function asFile([first = ""]: readonly string[], markdown: string, options: RenderOptions): readonly Piece[] {
  const { language } = options;
  const beginning = `${first.slice(0, reach(first, 0, forwardFrom - 100, "utf16")).trimEnd()} …`;
  const bytes = Buffer.byteLength(markdown);
  const refused = textPiece(say(language, channelTexts.wholeTextRefused));
  const whole = say(language, channelTexts.wholeText, { size: spokenSize(bytes) });
  return [textPiece(`${beginning}\n\n${whole}`), ladder({ text: markdown }, "answer.md", bytes, { ...options, byPath: false }, refused)];
}

/** Words of a file that QQ does not take; a description stands below the file, because uploads carry none. */
function filePieces(file: FilePart, options: RenderOptions): readonly Piece[] {
  const { language, can } = options;
  const { name, path, bytes, mime, description } = file;
  if (bytes > can.fileBytes) return inMessages(tooLargeInWords(language, file, can.fileBytes));
  const told = textPiece(say(language, onebotTexts.fileAtPath, { name, size: spokenSize(bytes), path }).slice(0, textLimit));
  const asUpload = ladder({ path }, name, bytes, options, told);
  const below = description === "" ? [] : inMessages(description);
  if (!imageMimes.includes(mime) || bytes > imageBytes || measure(description, "utf16") > forwardFrom) return [asUpload, ...below];
  const rungs = [...(options.byPath ? ["path"] : []), ...(options.byUrl ? ["url"] : []), "base64"];
  // What is refused as a picture still arrives as a file; its words are then in the pieces below it.
  return [rungs.reduceRight<Piece>((instead, by) => ({ body: { kind: "image", by, source: { path }, name }, bytes, instead }), asUpload), ...below];
}

/** One way to upload after the other, each tried where the one before was refused; words at the end. */
function ladder(from: Source, name: string, bytes: number, { byPath, byUrl }: RenderOptions, words: Piece): Piece {
  const isSmall = bytes <= base64Bytes;
  const rungs = uploads.filter((by) => (by === "path" ? byPath : by === "url" ? byUrl : by === "stream" || isSmall));
  return rungs.reduceRight<Piece>((instead, by) => ({ body: { kind: "file", by, source: from, name }, bytes, instead }), words);
}

function inMessages(text: string): readonly Piece[] {
  return split(text, limit).map((slice) => textPiece(slice.text));
}
