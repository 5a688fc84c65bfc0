import type { Screen, ScreenSpan } from "#domain/agent";
import { glyphRows, type Glyph, type PixelFont } from "#lib/picture/pixel-font";
import { encodePng, type Pixels } from "#lib/picture/png";
import { cellWidth } from "./cell-width.ts";
import { screenColors } from "./screen-svg.ts";

const cell = 8;
const margin = 8;

/** Instead of a character that the font does not have, by how many cells it takes. */
const missing = [undefined, emptyBox(0x7e00, 0x4200), emptyBox(0x7ffe, 0x4002)] as const;

type Color = readonly [red: number, green: number, blue: number];

/** A picture of a terminal that every chat can show, drawn with the pixels of a font that has the characters of all languages. */
export async function screenPng({ columns, rows, lines, cursor }: Screen, font: Pick<PixelFont, "glyph">): Promise<Buffer> {
  // Without the empty rows at its end: on a phone every row counts.
  const used =
    Math.max(
      lines.slice(0, rows).findLastIndex((line) => line.some((span) => span.text.trim() !== "" || span.background !== undefined)),
      cursor?.row ?? 0,
    ) + 1;
  const [width, height] = [columns * cell + 2 * margin, used * glyphRows + 2 * margin];
  const paper = colorOf(screenColors.paper);
  const pixels: Pixels = { width, height, rgb: Buffer.alloc(width * height * 3, Buffer.from(paper)) };
  for (const [row, line] of lines.slice(0, used).entries()) {
    let column = 0;
    for (const span of line) column = drawSpan(pixels, span, { column, row }, font);
  }
  if (cursor !== undefined)
    box(pixels, colorOf(screenColors.ink), { x: margin + cursor.column * cell, y: margin + (cursor.row + 1) * glyphRows - 2, width: cell, height: 2 });
  return encodePng(pixels);
}

/** Returns the column behind it. */
function drawSpan(
  pixels: Pixels,
  span: ScreenSpan,
  { column, row }: { readonly column: number; readonly row: number },
  font: Pick<PixelFont, "glyph">,
): number {
  const [ink, back] = colorsOf(span);
  const y = margin + row * glyphRows;
  let at = column;
  for (const char of span.text.normalize("NFC")) {
    const cells = cellWidth(char);
    const x = margin + (cells === 0 ? at - 1 : at) * cell;
    if (back !== undefined && cells > 0) box(pixels, back, { x, y, width: cells * cell, height: glyphRows });
    const glyph = char === " " ? undefined : (font.glyph(char.codePointAt(0) ?? 0) ?? missing[cells]);
    if (glyph !== undefined) stamp(pixels, ink, glyph, { x, y, isBold: span.bold === true });
    at += cells;
  }
  if (span.underline === true) box(pixels, ink, { x: margin + column * cell, y: y + glyphRows - 1, width: (at - column) * cell, height: 1 });
  return at;
}

function emptyBox(edge: number, side: number): Glyph {
  return Uint16Array.from({ length: glyphRows }, (_none, row) => (row === 2 || row === 13 ? edge : row > 2 && row < 13 ? side : 0));
}

function colorsOf({ color, background, inverse, dim }: ScreenSpan): readonly [Color, Color | undefined] {
  const paper = colorOf(screenColors.paper);
  const [front, back] = inverse === true ? [background ?? screenColors.paper, color ?? screenColors.ink] : [color ?? screenColors.ink, background];
  const behind = back === undefined ? undefined : colorOf(back);
  const ink = colorOf(front);
  return [dim === true ? mixed(ink, behind ?? paper) : ink, behind];
}

function mixed(a: Color, b: Color): Color {
  const part = (one: number, other: number): number => Math.round(one * 0.6 + other * 0.4);
  return [part(a[0], b[0]), part(a[1], b[1]), part(a[2], b[2])];
}

function colorOf(hex: string): Color {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function stamp(pixels: Pixels, color: Color, glyph: Glyph, { x, y, isBold }: { readonly x: number; readonly y: number; readonly isBold: boolean }): void {
  for (const [row, bits] of glyph.entries()) {
    const shown = isBold ? bits | (bits >> 1) : bits;
    for (let i = 0; i < 16; i++) if ((shown & (0x8000 >> i)) !== 0) dot(pixels, color, x + i, y + row);
  }
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function box(pixels: Pixels, color: Color, { x, y, width, height }: Box): void {
  for (let row = y; row < y + height; row++) for (let at = x; at < x + width; at++) dot(pixels, color, at, row);
}

function dot({ width, height, rgb }: Pixels, color: Color, x: number, y: number): void {
  if (x >= 0 && x < width && y >= 0 && y < height) rgb.set(color, (y * width + x) * 3);
}
