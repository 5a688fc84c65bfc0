import { fencesOf, type Fence, type FencedLine } from "./fences.ts";
import { measure, reach, type Limit } from "./measure-text.ts";

/** One message's worth. `body` is the stretch of the original; `text` adds what closes and reopens a code block around it. */
export interface Slice {
  readonly text: string;
  readonly body: string;
}

/** Room for the fences of a code block and a bit of code between them. */
const smallest = 64;

/**
 * Cuts a text so that every slice is within the limit. The bodies put together are the text. Cuts fall between paragraphs
 * if there is one near the end, else between lines, words, sentences of scripts without spaces, or graphemes; inside a
 * grapheme only when it alone is too long, and never inside a surrogate pair.
 */
export function split(text: string, limit: Limit): readonly Slice[] {
  if (limit.most < smallest) throw new RangeError(`a limit of ${limit.most} is too small to split to`);
  if (measure(text, limit.unit) <= limit.most) return text === "" ? [] : [{ text, body: text }];
  const fences = fencesOf(text);
  // The fence that a cut inside a code block adds at the end, with the line end before it.
  const reserve = fences.reduce((most, line) => Math.max(most, line.marker.length + 1), 0);
  const slices: Slice[] = [];
  let at = 0;
  let inside: Fence | undefined;
  while (at < text.length) {
    const before = inside === undefined ? "" : `${inside.opening}\n`;
    const room = limit.most - measure(before, limit.unit);
    const isLast = reach(text, at, room, limit.unit) === text.length;
    const end = isLast ? text.length : cutBetween(text, at, reach(text, at, room - reserve, limit.unit), fences, reserve);
    inside = isLast ? undefined : fenceAt(fences, end);
    const body = text.slice(at, end);
    const after = inside === undefined ? "" : `${body.endsWith("\n") ? "" : "\n"}${inside.marker}`;
    slices.push({ text: before + body + after, body });
    at = end;
  }
  return slices;
}

/** The best place to cut in (from, to]. */
function cutBetween(text: string, from: number, to: number, fences: readonly FencedLine[], reserve: number): number {
  const cut = cutBefore(text, from, to);
  // Never inside a fence, and never so that a code block is left empty: not right after an opening fence, and a closing
  // one replaces the one that would be added.
  const line = fences.find((f) => (f.from < cut && cut < f.to) || (f.to === cut && f.opens !== undefined));
  if (line !== undefined) return line.from > from ? line.from : cut;
  const closing = fences.find((f) => f.from === cut && f.opens === undefined);
  return closing !== undefined && Buffer.byteLength(text.slice(closing.from, closing.to)) <= reserve ? closing.to : cut;
}

/** The best place in (from, to] to cut a text that has no code blocks: after a paragraph, a line, a word, or at least a grapheme. */
export function cutBefore(text: string, from: number, to: number): number {
  return wholeGrapheme(text, from, border(text, from, to));
}

function border(text: string, from: number, to: number): number {
  const span = to - from;
  const window = text.slice(from, to);
  const paragraph = window.lastIndexOf("\n\n") + 2;
  if (paragraph > 2 && paragraph > span / 2) return from + paragraph;
  const line = window.lastIndexOf("\n") + 1;
  if (line > span / 4) return from + line;
  const word = Math.max(window.lastIndexOf(" "), window.lastIndexOf("\t")) + 1;
  if (word > span / 4) return from + word;
  const sentence = lastMatch(window, /[。！？；，、：”』」）…]/g);
  if (sentence > span / 2) return from + sentence;
  return Math.max(line, word) > 0 ? from + Math.max(line, word) : to;
}

function lastMatch(text: string, pattern: RegExp): number {
  let end = 0;
  for (const found of text.matchAll(pattern)) end = found.index + found[0].length;
  return end;
}

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
/** Longer than any grapheme in honest text. */
const farthest = 128;

function wholeGrapheme(text: string, from: number, cut: number): number {
  const around = graphemes.segment(text.slice(from, cut + farthest)).containing(cut - from);
  return around === undefined || around.index === 0 ? cut : from + around.index;
}

function fenceAt(fences: readonly FencedLine[], at: number): Fence | undefined {
  return fences.findLast((line) => line.to <= at)?.opens;
}
