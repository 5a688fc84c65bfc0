import { z } from "zod";
import { reach } from "#channels/kit/measure-text";
import { optionsInWords, refusedInWords, sortParts, spokenSize, tooLargeInWords, type FilePart } from "#channels/kit/parts-in-words";
import { channelTexts } from "#channels/kit/texts";
import type { ChannelCan, Part, Piece } from "#domain/channel";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { toHtml, toPlain } from "./html.ts";
import { join, marked, plain, sliced, trimmedEnd, type Rich } from "./rich-text.ts";
import { packRich, textLimit, writeMarkdown } from "./write-markdown.ts";

const captionLimit = 1024;
/** A text of more messages than this is a file: nobody reads it in a chat. */
const mostParts = 6;
const mostButtons = 30;
const dataBytes = 64;
const labelChars = 64;
/** Telegram shows a picture of these kinds; a larger one goes out as a file. */
const photo = { mimes: ["image/jpeg", "image/png"], bytes: 10 * 1024 * 1024 };

const button = z.object({ label: z.string(), data: z.string() });
const telegramBody = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string(), isHtml: z.boolean(), buttons: z.array(button) }),
  z.object({ kind: z.literal("file"), as: z.enum(["document", "photo"]), path: z.string(), name: z.string(), caption: z.string() }),
  /** A text that is too long for messages, as a file with this content. */
  z.object({ kind: z.literal("textFile"), name: z.string(), text: z.string(), caption: z.string() }),
]);
export type TelegramBody = z.infer<typeof telegramBody>;
export type Button = z.infer<typeof button>;

/** Pieces come back from the store, perhaps written by an older version. */
export function parseBody(piece: Piece): TelegramBody {
  return telegramBody.parse(piece.body);
}

export function renderTelegram(parts: readonly Part[], can: Pick<ChannelCan, "buttons" | "fileBytes">, language: TextLanguage): readonly Piece[] {
  const { heads, texts, files, options } = sortParts(parts);
  const bodies = texts.flatMap(writeMarkdown);
  const asButtons = can.buttons && options.length <= mostButtons && options.every(fitsOnButton);
  const listed = options.length === 0 || asButtons ? [] : [plain(optionsInWords(language, options))];
  const unasked = options.length > 0 && bodies.length === 0 && heads.length === 0 ? [plain(say(language, channelTexts.whichAnswer))] : [];
  const messages = packRich(underHead(heads, [...bodies, ...unasked, ...listed]));
  const buttons = asButtons ? options.map(({ label, data }) => ({ label, data })) : [];
  // What somebody is asked about stays in messages: all of it must be seen before the buttons.
  const isFile = messages.length > mostParts && options.length === 0;
  const pieces = isFile
    ? asFile(messages, texts.join("\n\n"), language)
    : messages.map((message, i) => textPiece(message, i === messages.length - 1 ? buttons : []));
  return [...pieces, ...files.flatMap((file) => filePieces(file, can.fileBytes, language))];
}

function fitsOnButton({ label, data }: Button): boolean {
  return label.length <= labelChars && Buffer.byteLength(data) <= dataBytes;
}

/** The head is a line of its own right above the text, not a paragraph. */
function underHead(heads: readonly string[], blocks: readonly Rich[]): readonly Rich[] {
  if (heads.length === 0) return blocks;
  const [first, ...rest] = blocks;
  const head = marked(plain(heads.join("\n")), { kind: "italic" });
  return first === undefined ? [head] : [join([head, first], "\n"), ...rest];
}

/** The beginning as a message, the whole as a file. */
function asFile([first = plain("")]: readonly Rich[], markdown: string, language: TextLanguage): readonly Piece[] {
  const beginning = join([trimmedEnd(sliced(first, 0, reach(first.text, 0, textLimit - 2, "utf16"))), plain(" …")]);
  const bytes = Buffer.byteLength(markdown);
  const caption = say(language, channelTexts.wholeText, { size: spokenSize(bytes) });
  const refused = textPiece(plain(say(language, channelTexts.wholeTextRefused)), []);
  return [textPiece(beginning, []), { body: { kind: "textFile", name: "answer.md", text: markdown, caption }, bytes, instead: refused }];
}

function filePieces(file: FilePart, most: number, language: TextLanguage): readonly Piece[] {
  if (file.bytes > most) return textPieces(tooLargeInWords(language, file, most));
  const inCaption = file.description.length <= captionLimit;
  const body = { kind: "file", path: file.path, name: file.name, caption: inCaption ? file.description : "" };
  const document = { body: { ...body, as: "document" }, bytes: file.bytes, instead: textPiece(plain(refusedInWords(language, file)), []) };
  const isPhoto = photo.mimes.includes(file.mime) && file.bytes <= photo.bytes;
  // A picture that Telegram refuses (too wide, too tall) still arrives as a file.
  const piece = isPhoto ? { body: { ...body, as: "photo" }, bytes: file.bytes, instead: document } : document;
  return [...(inCaption ? [] : textPieces(file.description)), piece];
}

function textPieces(text: string): readonly Piece[] {
  return packRich([plain(text)]).map((rich) => textPiece(rich, []));
}

function textPiece(rich: Rich, buttons: readonly Button[]): Piece {
  const body = (text: string, isHtml: boolean) => ({ kind: "text", text, isHtml, buttons: buttons.map(({ label, data }) => ({ label, data })) });
  if (rich.marks.length === 0) return { body: body(rich.text, false) };
  return { body: body(toHtml(rich), true), instead: { body: body(toPlain(rich, textLimit), false) } };
}
