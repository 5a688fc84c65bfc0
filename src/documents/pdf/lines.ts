import { isBeside, oneLine } from "./join-lines.ts";
import { guttersOf, widestSpace } from "./gutters.ts";
import type { PageLine } from "./line.ts";
import { utf16At } from "./open.ts";
import type { Pdfium } from "./pdfium.ts";

export interface PageText {
  readonly lines: readonly PageLine[];
  /** True when the page holds more than is read of one page. */
  readonly isCut: boolean;
}

// Ten times a page of the smallest print.
const mostChars = 200_000;
// In ems.
const narrowestSpace = 0.12;

/** The library has put the characters in order and marked where lines end; what is added here is where each line stands. */
export function readLines(pdfium: Pdfium, textPage: number): PageText {
  const { call } = pdfium;
  const all = call.FPDFText_CountChars(textPage);
  const count = Math.min(all, mostChars);
  if (count <= 0) return { lines: [], isCut: false };
  const text = textOf(pdfium, textPage, count);
  const charAt = text.length === count ? (index: number) => index : (index: number) => call.FPDFText_GetCharIndexFromTextIndex(textPage, index);
  const lines: PageLine[] = [];
  for (let start = 0; start < text.length;) {
    const lineBreak = text.indexOf("\n", start);
    const end = lineBreak === -1 ? text.length : lineBreak;
    const raw = text.slice(start, end);
    const words = raw.trim();
    if (words !== "") {
      const at = start + raw.length - raw.trimStart().length;
      addLine(lines, lineOf(pdfium, textPage, { text: words, at, charAt }));
    }
    start = end + 1;
  }
  return { lines, isCut: count < all };
}

interface FoundText {
  readonly text: string;
  readonly at: number;
  readonly charAt: (index: number) => number;
}

function lineOf(pdfium: Pdfium, textPage: number, { text, at, charAt }: FoundText): PageLine {
  const [first, last] = [charAt(at), charAt(at + text.length - 1)];
  const leftOf = (index: number): number => boxOf(pdfium, textPage, charAt(at + index)).left;
  const rightOf = (index: number): number => boxOf(pdfium, textPage, charAt(at + index)).right;
  const [left, right] = [boxOf(pdfium, textPage, first).left, boxOf(pdfium, textPage, last).right];
  const [top, bottom] = [baselineOf(pdfium, textPage, first), baselineOf(pdfium, textPage, last)];
  const size = sizeOf(pdfium, textPage, first);
  const stand = top === bottom ? { top, bottom, size } : withoutMark({ top, bottom, size }, sizeOf(pdfium, textPage, last));
  return { text, at, left, right, ...stand, ...guttersOf(text, { left, size: stand.size, leftOf, rightOf }) };
}

/** A small raised letter at either end, such as the number of a note, says nothing about where the line stands. */
function withoutMark({ top, bottom, size }: Pick<PageLine, "top" | "bottom" | "size">, last: number): Pick<PageLine, "top" | "bottom" | "size"> {
  const tall = Math.max(size, last);
  if (Math.abs(top - bottom) > tall * 0.6 || Math.min(size, last) > tall * 0.8) return { top, bottom, size };
  const stands = last > size ? bottom : top;
  return { top: stands, bottom: stands, size: tall };
}

/** The library ends a line behind a raised letter; it goes on where the next one stands right beside it. */
function addLine(lines: PageLine[], line: PageLine): void {
  const before = lines.at(-1);
  if (before === undefined || !isBeside(before, line)) {
    lines.push(line);
    return;
  }
  const [gap, size] = [line.left - before.right, Math.max(before.size, line.size)];
  if (gap < widestSpace * size) lines[lines.length - 1] = oneLine(before, line, gap > narrowestSpace * size ? " " : "");
  else lines.push(line);
}

function textOf(pdfium: Pdfium, textPage: number, count: number): string {
  // Characters beyond the basic plane take two units and are not always counted so.
  const into = pdfium.call.malloc(4 * count + 2);
  const units = pdfium.call.FPDFText_GetText(textPage, 0, count, into);
  const text = utf16At(pdfium, into, Math.max(0, units - 1));
  pdfium.call.free(into);
  return text;
}

function baselineOf({ call, scratch, numbers }: Pdfium, textPage: number, char: number): number {
  return call.FPDFText_GetCharOrigin(textPage, char, scratch, scratch + 8) === 0 ? 0 : numbers().getFloat64(scratch + 8, true);
}

/** The font's size alone says nothing: many set it to 1 and enlarge the page instead. */
function sizeOf({ call, scratch, numbers }: Pdfium, textPage: number, char: number): number {
  const size = call.FPDFText_GetFontSize(textPage, char);
  if (call.FPDFText_GetMatrix(textPage, char, scratch) === 0) return size;
  const [c, d] = [numbers().getFloat32(scratch + 8, true), numbers().getFloat32(scratch + 12, true)];
  return size * Math.hypot(c, d);
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function boxOf({ call, scratch, numbers }: Pdfium, textPage: number, char: number): Box {
  if (call.FPDFText_GetLooseCharBox(textPage, char, scratch) === 0) return { left: 0, right: 0, top: 0, bottom: 0 };
  const at = (i: number): number => numbers().getFloat32(scratch + 4 * i, true);
  return { left: at(0), top: at(1), right: at(2), bottom: at(3) };
}
