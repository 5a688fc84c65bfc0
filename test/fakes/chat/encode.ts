import { z } from "zod";
import { optionsInWords, refusedInWords, sortParts, tooLargeInWords, type FilePart } from "#channels/kit/parts-in-words";
import { split } from "#channels/kit/split";
import { packBlocks, writeBlocks, type Style } from "#channels/kit/write";
import { channelTexts } from "#channels/kit/texts";
import { say } from "#lib/words/words";
import { parseBlocks } from "#markdown/blocks";
import type { ChannelCan, Part, Piece } from "#domain/channel";
import { textLimit, type ButtonWire } from "./protocol.ts";

const limit = { unit: "utf16", most: textLimit } as const;
const longest = { label: 80, data: 200, buttons: 20 } as const;

const chatBody = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string(), plain: z.boolean().optional(), buttons: z.array(z.object({ label: z.string(), data: z.string() })) }),
  z.object({ kind: z.literal("file"), path: z.string(), name: z.string(), mime: z.string(), caption: z.string() }),
]);
export type ChatBody = z.infer<typeof chatBody>;

/** Pieces come back from the store, perhaps written by an older version. */
export function parseBody(piece: Piece): ChatBody {
  return chatBody.parse(piece.body);
}

/** The chat reads a Markdown without tables, headings and escapes: everything else is written with what it has. */
const style: Style = {
  text: (words) => words,
  bold: (written) => `**${written}**`,
  italic: (written) => `*${written}*`,
  struck: (written) => `~~${written}~~`,
  code: (words) => (words.includes("`") ? `\`\` ${words} \`\`` : `\`${words}\``),
  link: (written, href) => (written === href ? href : `[${written}](${href})`),
  heading: (written) => (written === "" ? "" : `**${written}**`),
  codeBlock: (words, language) => {
    const longestRun = Math.max(0, ...[...words.matchAll(/^[ \t]*(`{3,})/gm)].map((run) => run[1]?.length ?? 0));
    const fence = "`".repeat(Math.max(3, longestRun + 1));
    return `${fence}${language}\n${words}\n${fence}`;
  },
  rule: "---",
};

export function renderChat(parts: readonly Part[], can: Pick<ChannelCan, "buttons" | "fileBytes">): readonly Piece[] {
  const { heads, texts: markdown, files, options } = sortParts(parts);
  const bodies = markdown.flatMap((text) => writeBlocks(parseBlocks(text), style, limit));
  const asButtons = can.buttons && options.length <= longest.buttons && options.every((o) => o.label.length <= longest.label && o.data.length <= longest.data);
  const listed = options.length === 0 || asButtons ? [] : [optionsInWords("en", options)];
  const unasked = options.length > 0 && bodies.length === 0 && heads.length === 0 ? [say("en", channelTexts.whichAnswer)] : [];
  const texts = packBlocks(underHead(heads, [...bodies, ...unasked, ...listed]), limit);
  const buttons = asButtons ? options.map(({ label, data }) => ({ label, data })) : [];
  return [...texts.map((text, i) => textPiece(text, i === texts.length - 1 ? buttons : [])), ...files.flatMap((file) => filePieces(file, can.fileBytes))];
}

/** The head is a line of its own right above the text, not a paragraph. */
function underHead(heads: readonly string[], blocks: readonly string[]): readonly string[] {
  if (heads.length === 0) return blocks;
  const [first, ...rest] = blocks;
  const head = heads.join("\n");
  return first === undefined ? [head] : [`${head}\n${first}`, ...rest];
}

function filePieces(file: FilePart, most: number): readonly Piece[] {
  if (file.bytes > most) {
    return split(tooLargeInWords("en", file, most), limit).map((slice) => textPiece(slice.text, []));
  }
  const inCaption = file.description.length <= textLimit;
  const before = inCaption ? [] : split(file.description, limit).map((slice) => textPiece(slice.text, []));
  const body = { kind: "file", path: file.path, name: file.name, mime: file.mime, caption: inCaption ? file.description : "" };
  return [...before, { body, bytes: file.bytes, instead: textPiece(refusedInWords("en", file), []) }];
}

/** Text with markup that the chat cannot read is posted as it is written. */
function textPiece(text: string, buttons: readonly ButtonWire[]): Piece {
  const body = { kind: "text", text, buttons: buttons.map(({ label, data }) => ({ label, data })) };
  return /[*`~[>]/.test(text) ? { body, instead: { body: { ...body, plain: true } } } : { body };
}
