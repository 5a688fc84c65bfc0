import { z } from "zod";
import { measure } from "#channels/kit/measure-text";
import { optionsInWords, refusedInWords, sortParts, spokenSize, tooLargeInWords, type FilePart } from "#channels/kit/parts-in-words";
import { channelTexts } from "#channels/kit/texts";
import type { ChannelCan, Part, Piece } from "#domain/channel";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { cardTexts, escapeWords, unescapeWords } from "./card-markdown.ts";

/** A card is JSON of at most 30 KB. */
export const cardBytes = 30 * 1024;
/** Room for everything but head, text and buttons, the summary's Chinese included. */
const frameBytes = 1_200;
const buttonBytes = 260;
/** A text of more cards than this is a file: nobody reads it in a chat. */
const mostParts = 4;
const mostButtons = 20;
const labelChars = 60;
/** Feishu shows pictures of these kinds up to this size; a larger one goes out as a file. */
const image = { mimes: ["image/jpeg", "image/png", "image/gif", "image/webp"], bytes: 10 * 1024 * 1024 };

const button = z.object({ label: z.string(), data: z.string() });
const cardBody = z.object({ kind: z.literal("card"), head: z.string(), markdown: z.string(), buttons: z.array(button) });
const feishuBody = z.discriminatedUnion("kind", [
  cardBody,
  z.object({ kind: z.literal("text"), text: z.string() }),
  z.object({ kind: z.literal("file"), as: z.enum(["image", "file"]), path: z.string(), name: z.string() }),
  /** A text that is too long for cards, as a file with this content. */
  z.object({ kind: z.literal("textFile"), name: z.string(), text: z.string() }),
]);
export type FeishuBody = z.infer<typeof feishuBody>;
export type CardBody = z.infer<typeof cardBody>;

/** Pieces come back from the store, perhaps written by an older version. */
export function parseBody(piece: Piece): FeishuBody {
  return feishuBody.parse(piece.body);
}

export function renderFeishu(parts: readonly Part[], can: Pick<ChannelCan, "buttons" | "fileBytes">, language: TextLanguage): readonly Piece[] {
  const { heads, texts, files, options } = sortParts(parts);
  const head = heads.join("\n");
  const asButtons = can.buttons && options.length <= mostButtons && options.every(({ label }) => label.length <= labelChars);
  const buttons = asButtons ? options.map(({ label, data }) => ({ label, data })) : [];
  const unasked = options.length > 0 && texts.length === 0 && head === "" ? [say(language, channelTexts.whichAnswer)] : [];
  // Only the first card has the head and only the last the buttons; a little room is wasted in the others.
  const buttonRoom = buttons.reduce((sum, { label, data }) => sum + buttonBytes + measure(label + data, "json"), 0);
  const room = cardBytes - frameBytes - measure(escapeWords(head), "json") - buttonRoom;
  const written = cardTexts([...texts, ...unasked], room);
  const listed = options.length === 0 || asButtons ? [] : [escapeWords(optionsInWords(language, options))];
  const cards = joinedLast(written, listed, room);
  // What somebody is asked about stays in messages: all of it must be seen before the buttons.
  const isFile = cards.length > mostParts && options.length === 0;
  const pieces = isFile
    ? asFile(head, cards[0] ?? "", texts.join("\n\n"), language)
    : cardPieces(head, cards, { buttons, fallback: options.length === 0 ? "" : optionsInWords(language, options) });
  return [...pieces, ...files.flatMap((file) => filePieces(file, can.fileBytes, language))];
}

/** The list of options below the last text, or as a card of its own where there is no room. */
function joinedLast(texts: readonly string[], listed: readonly string[], room: number): readonly string[] {
  const [list] = listed;
  const last = texts.at(-1);
  if (list === undefined) return texts;
  const joined = last === undefined ? list : `${last}\n\n${list}`;
  return measure(joined, "json") <= room ? [...texts.slice(0, -1), joined] : [...texts, list];
}

/** The head stands above the first, the buttons below the last. */
function cardPieces(
  head: string,
  texts: readonly string[],
  { buttons, fallback }: { readonly buttons: CardBody["buttons"]; readonly fallback: string },
): readonly Piece[] {
  if (texts.length === 0 && head === "") return [];
  const all = texts.length === 0 ? [""] : texts;
  return all.map((markdown, i) => {
    const isLast = i === all.length - 1;
    return cardPiece({ kind: "card", head: i === 0 ? head : "", markdown, buttons: isLast ? buttons : [] }, isLast && buttons.length > 0 ? fallback : "");
  });
}

function cardPiece(body: CardBody, fallback = ""): Piece {
  const words = [body.head, unescapeWords(body.markdown)].filter(Boolean).join("\n");
  return { body, instead: textPiece([words, fallback].filter(Boolean).join("\n\n")) };
}

/** Text without markup. A zero-width space keeps `<at …>` and the like from being read as tags. */
function textPiece(text: string): Piece {
  return { body: { kind: "text", text: text.replaceAll(/<(?=\/?[a-z])/gi, "<\u200b") } };
}

/** The beginning as a card, the whole as a file. */
function asFile(head: string, first: string, markdown: string, language: TextLanguage): readonly Piece[] {
  const bytes = Buffer.byteLength(markdown);
  const refused = cardPiece({ kind: "card", head: "", markdown: escapeWords(say(language, channelTexts.wholeTextRefused)), buttons: [] });
  const note = escapeWords(say(language, channelTexts.wholeText, { size: spokenSize(bytes) }));
  const beginning = cardPiece({ kind: "card", head, markdown: `${first}\n\n… ${note}`, buttons: [] });
  return [beginning, { body: { kind: "textFile", name: "answer.md", text: markdown }, bytes, instead: refused }];
}

/** Files carry no words here: what is said about one comes below it. */
function filePieces(file: FilePart, most: number, language: TextLanguage): readonly Piece[] {
  if (file.bytes > most) return wordPieces(tooLargeInWords(language, file, most));
  if (file.bytes === 0) return wordPieces([say(language, channelTexts.fileEmpty, { name: file.name }), file.description].filter(Boolean).join("\n"));
  const body = { kind: "file", path: file.path, name: file.name };
  const plain = { body: { ...body, as: "file" }, bytes: file.bytes, instead: wordPiece(refusedInWords(language, file)) };
  const isImage = image.mimes.includes(file.mime) && file.bytes <= image.bytes;
  // A picture that Feishu refuses still arrives as a file.
  const piece = isImage ? { body: { ...body, as: "image" }, bytes: file.bytes, instead: plain } : plain;
  return [piece, ...(file.description === "" ? [] : wordPieces(file.description))];
}

function wordPieces(text: string): readonly Piece[] {
  return cardPieces("", cardTexts([text], cardBytes - frameBytes), { buttons: [], fallback: "" });
}

function wordPiece(text: string): Piece {
  return cardPiece({ kind: "card", head: "", markdown: escapeWords(text), buttons: [] });
}
