import { mostGutters } from "./gutters.ts";
import type { PageLine } from "./line.ts";

/** Takes a letter's place and goes with the hyphens: what is known of the letters of a page is known by their places. */
const nothing = "\ufffe";

/** Whether a line goes on at the same height, further to the right. */
export function isBeside(line: PageLine, next: PageLine): boolean {
  const tall = Math.max(line.size, next.size);
  return Math.abs(line.bottom - next.top) < tall * 0.5 && next.left > line.right - tall * 0.2;
}

/** The two as one line; what stands between them in the text of the page becomes `sign`. */
export function oneLine(line: PageLine, next: PageLine, sign: "" | " " | "\t"): PageLine {
  const between = sign.padEnd(next.at - line.at - line.text.length, nothing);
  const start = line.text.length + between.length;
  const gutters = [...line.gutters, ...next.gutters.map((gutter) => ({ ...gutter, index: gutter.index + start }))].slice(0, mostGutters);
  const { size, top } = next.size > line.size ? next : line;
  const { bottom } = next.size < line.size * 0.8 ? line : next;
  return { ...line, text: line.text + between + next.text, right: next.right, top, bottom, size, gutters, isEven: false };
}
