import { z } from "zod";
import { reach } from "#channels/kit/measure-text";
import { optionsInWords, refusedInWords, sortParts, spokenSize, tooLargeInWords, type FilePart } from "#channels/kit/parts-in-words";
import { channelTexts } from "#channels/kit/texts";
import { packBlocks, writeBlocks } from "#channels/kit/write";
import type { ChannelCan, Part, Piece } from "#domain/channel";
import { defined } from "#lib/defined";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { parseBlocks } from "#markdown/blocks";
import { discordStyle, escaped, subtext, textLimit, withoutMarks } from "./write-markdown.ts";

/** A text of more messages than this is a file: nobody reads it in a chat. */
const mostParts = 6;
/** Five rows of five. */
const mostButtons = 25;
const dataChars = 100;
const labelChars = 80;

const button = z.object({ label: z.string(), data: z.string() });
const discordBody = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), content: z.string(), buttons: z.array(button) }),
  z.object({ kind: z.literal("file"), path: z.string(), name: z.string(), mime: z.string(), content: z.string() }),
  /** A text that is too long for messages, as a file with this content. */
  z.object({ kind: z.literal("textFile"), name: z.string(), text: z.string(), content: z.string() }),
]);
export type DiscordBody = z.infer<typeof discordBody>;
export type Button = z.infer<typeof button>;

/** Pieces come back from the store, perhaps written by an older version. */
export function parseBody(piece: Piece): DiscordBody {
  return discordBody.parse(piece.body);
}

export function renderDiscord(parts: readonly Part[], can: Pick<ChannelCan, "buttons" | "fileBytes">, language: TextLanguage): readonly Piece[] {
  const { heads, texts, files, options } = sortParts(parts);
  const bodies = texts.flatMap((markdown) => writeBlocks(parseBlocks(markdown), discordStyle, packLimit));
  const asButtons = can.buttons && options.length <= mostButtons && options.every(fitsOnButton);
  const listed = options.length === 0 || asButtons ? [] : [escaped(optionsInWords(language, options))];
  const unasked = options.length > 0 && bodies.length === 0 && heads.length === 0 ? [escaped(say(language, channelTexts.whichAnswer))] : [];
  const messages = pack(underHead(heads, [...bodies, ...unasked, ...listed]));
  const buttons = asButtons ? options.map(({ label, data }) => ({ label, data })) : [];
  // What somebody is asked about stays in messages: all of it must be seen before the buttons.
  const isFile = messages.length > mostParts && options.length === 0;
  const pieces = isFile
    ? asFile(messages, texts.join("\n\n"), language)
    : messages.map((message, i) => textPiece(message, i === messages.length - 1 ? buttons : []));
  return [...pieces, ...files.flatMap((file) => filePieces(file, can.fileBytes, language))];
}

/** Room for a backslash that belongs to the first character of a message. */
const packLimit = { ...textLimit, most: textLimit.most - 1 };

/** Blocks into messages. No cut parts a backslash from the character that it escapes. */
function pack(blocks: readonly string[]): readonly string[] {
  let carried = "";
  return packBlocks(blocks, packLimit).map((message, i, all) => {
    const whole = carried + message;
    carried = i < all.length - 1 && /(?<!\\)(?:\\\\)*\\$/.test(whole) ? "\\" : "";
    return carried === "" ? whole : whole.slice(0, -1);
  });
}

function fitsOnButton({ label, data }: Button): boolean {
  return label !== "" && label.length <= labelChars && data.length <= dataChars;
}

/** The head is a line of its own right above the text, not a paragraph. */
function underHead(heads: readonly string[], blocks: readonly string[]): readonly string[] {
  if (heads.length === 0) return blocks;
  const [first, ...rest] = blocks;
  const head = subtext(heads.join("\n"));
  return first === undefined ? [head] : [`${head}\n${first}`, ...rest];
}

/** The beginning as a message, the whole as a file. */
function asFile([first = ""]: readonly string[], markdown: string, language: TextLanguage): readonly Piece[] {
  const shown = first.length + 4 <= textLimit.most ? first : withoutMarks(first);
  const beginning = `${shown.slice(0, reach(shown, 0, textLimit.most - 4, textLimit.unit)).trimEnd()}\n…`;
  const bytes = Buffer.byteLength(markdown);
  const content = say(language, channelTexts.wholeText, { size: spokenSize(bytes) });
  const refused = textPiece(escaped(say(language, channelTexts.wholeTextRefused)), []);
  return [textPiece(beginning, []), { body: { kind: "textFile", name: "answer.md", text: markdown, content }, bytes, instead: refused }];
}

function filePieces(file: FilePart, most: number, language: TextLanguage): readonly Piece[] {
  if (file.bytes > most) return textPieces(tooLargeInWords(language, file, most));
  const isShort = escaped(file.description).length <= textLimit.most;
  const body = { kind: "file", path: file.path, name: file.name, mime: file.mime, content: isShort ? escaped(file.description) : "" };
  const [refused] = textPieces(refusedInWords(language, file));
  return [...(isShort ? [] : textPieces(file.description)), { body, bytes: file.bytes, ...defined({ instead: refused }) }];
}

function textPieces(text: string): readonly Piece[] {
  return pack([escaped(text)]).map((content) => textPiece(content, []));
}

function textPiece(content: string, buttons: readonly Button[]): Piece {
  const body = (words: string) => ({ kind: "text", content: words, buttons: buttons.map(({ label, data }) => ({ label, data })) });
  const plain = withoutMarks(content);
  return plain === content || plain.trim() === "" ? { body: body(content) } : { body: body(content), instead: { body: body(plain) } };
}
