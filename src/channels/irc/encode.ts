import { z } from "zod";
import { optionsInWords, sortParts, tooLargeInWords } from "#channels/kit/parts-in-words";
import { channelTexts } from "#channels/kit/texts";
import { packBlocks, plainStyle, writeBlocks, type Style } from "#channels/kit/write";
import type { Part, Piece } from "#domain/channel";
import { say } from "#lib/words/words";
import type { TextLanguage } from "#lib/words/sentence";
import { parseBlocks } from "#markdown/blocks";
import { splitText } from "#wire/irc/split";
import { bold, italic, selfContained, struck, styled, withoutCodes } from "./formatting.ts";
import { ircChannelTexts } from "./texts.ts";

/** One piece is a few lines: what a server takes at once. Where they are cut depends on the connection and is decided when they are sent. */
export const pieceLimit = { unit: "utf8", most: 1_800 } as const;
/** What surely fits into one line, to estimate how many there will be. */
const lineBytes = 400;

const ircBody = z.object({ text: z.string() });

/** Pieces come back from the store, perhaps written by an older version. */
export function textOf(piece: Piece): string {
  return ircBody.parse(piece.body).text;
}

export interface RenderOptions {
  readonly language: TextLanguage;
  /** How many lines of one message are shown. */
  readonly lines: number;
}

export function renderIrc(parts: readonly Part[], { language, lines }: RenderOptions): readonly Piece[] {
  const { heads, texts, files, options } = sortParts(parts);
  const bodies = texts.flatMap((markdown) => writeBlocks(parseBlocks(visible(markdown)), style, pieceLimit));
  const unasked = options.length > 0 && bodies.length === 0 && heads.length === 0 ? [say(language, channelTexts.whichAnswer)] : [];
  const listed = options.length === 0 ? [] : [visible(optionsInWords(language, options))];
  const blocks = underHead(heads, [...bodies, ...unasked, ...listed]);
  // What somebody is asked about is shown whole.
  const shown = options.length > 0 ? blocks : cutTo(lines, blocks, language);
  const inWords = files.map((file) => visible(tooLargeInWords(language, file, 0)));
  return [...packed(shown), ...packed(inWords)].map((text) => ({ body: { text } }));
}

/** The styles that most clients show. */
const style: Style = {
  ...plainStyle,
  bold: (written) => styled(bold, written),
  italic: (written) => styled(italic, written),
  struck: (written) => styled(struck, written),
  code: (words) => `\`${words}\``,
  heading: (written) => styled(bold, written),
};

function underHead(heads: readonly string[], blocks: readonly string[]): readonly string[] {
  if (heads.length === 0) return blocks;
  const [first, ...rest] = blocks;
  const head = heads.map((text) => styled(italic, visible(text).replaceAll("\n", " "))).join("\n");
  return first === undefined ? [head] : [`${head}\n${first}`, ...rest];
}

/** The beginning, and where the rest is. */
function cutTo(most: number, blocks: readonly string[], language: TextLanguage): readonly string[] {
  const lines = blocks.flatMap((text) => splitText(text, lineBytes));
  if (lines.length <= most) return blocks;
  const kept = Math.max(1, most - 1);
  return [selfContained(lines.slice(0, kept)).join("\n"), say(language, ircChannelTexts.moreLines, { count: lines.length - kept })];
}

function packed(blocks: readonly string[]): readonly string[] {
  const pieces = packBlocks(blocks, pieceLimit).map((text) => text.split("\n"));
  // Over all of them at once: a style may be open where a piece ends.
  const lines = selfContained(pieces.flat());
  let at = 0;
  return pieces.map((piece) => lines.slice(at, (at += piece.length)).join("\n"));
}

/** Control characters would be read as styles, CTCP or nothing at all. */
function visible(text: string): string {
  return withoutCodes(text)
    .replaceAll("\t", "    ")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, "")
    .toWellFormed();
}
