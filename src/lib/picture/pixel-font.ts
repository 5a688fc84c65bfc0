import { woffTables } from "./woff.ts";

/** A glyph of 16 rows; the highest of 16 bits is the leftmost pixel. */
export type Glyph = Uint16Array;

export const glyphRows = 16;

/** A font that was drawn in pixels, 16 to the em, and is stored as outlines, as GNU Unifont is. */
export class PixelFont {
  readonly #cmap: Buffer;
  readonly #glyf: Buffer;
  readonly #loca: Buffer;
  readonly #isLong: boolean;
  readonly #pixel: number;
  readonly #ascent: number;
  readonly #groups: number;
  readonly #drawn = new Map<number, Glyph | undefined>();

  /** Of a file in WOFF 1. */
  static async of(file: Buffer): Promise<PixelFont> {
    return new PixelFont(await woffTables(file, ["cmap", "glyf", "head", "hhea", "loca"]));
  }

  private constructor({ cmap, glyf, head, hhea, loca }: Readonly<Record<"cmap" | "glyf" | "head" | "hhea" | "loca", Buffer>>) {
    this.#cmap = cmap;
    this.#glyf = glyf;
    this.#loca = loca;
    this.#isLong = head.readInt16BE(50) === 1;
    this.#pixel = head.readUInt16BE(18) / glyphRows;
    this.#ascent = hhea.readInt16BE(4) / this.#pixel;
    this.#groups = groupsIn(cmap);
  }

  /** Undefined for a character that the font does not have. */
  glyph(codePoint: number): Glyph | undefined {
    if (!this.#drawn.has(codePoint)) this.#drawn.set(codePoint, this.#draw(this.#index(codePoint)));
    return this.#drawn.get(codePoint);
  }

  #index(codePoint: number): number {
    const count = this.#cmap.readUInt32BE(this.#groups + 12);
    let [low, high] = [0, count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = this.#groups + 16 + middle * 12;
      const first = this.#cmap.readUInt32BE(at);
      if (codePoint < first) high = middle - 1;
      else if (codePoint > this.#cmap.readUInt32BE(at + 4)) low = middle + 1;
      else return this.#cmap.readUInt32BE(at + 8) + codePoint - first;
    }
    return 0;
  }

  #draw(index: number): Glyph | undefined {
    if (index === 0) return undefined;
    const from = (at: number): number => (this.#isLong ? this.#loca.readUInt32BE(at * 4) : this.#loca.readUInt16BE(at * 2) * 2);
    const rows = new Uint16Array(glyphRows);
    if (from(index) === from(index + 1)) return rows;
    for (const contour of contoursIn(this.#glyf.subarray(from(index), from(index + 1)), this.#pixel)) fill(rows, contour, this.#ascent);
    return rows;
  }
}

type Point = readonly [x: number, y: number];

/** Where the table of format 12 begins. */
function groupsIn(cmap: Buffer): number {
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const at = cmap.readUInt32BE(4 + i * 8 + 4);
    if (cmap.readUInt16BE(at) === 12) return at;
  }
  throw new Error("the font has no list of its characters in format 12");
}

/** The outlines of a glyph in pixels. One that is put together from others has none of its own. */
function contoursIn(glyph: Buffer, pixel: number): readonly (readonly Point[])[] {
  const count = glyph.readInt16BE(0);
  if (count <= 0) return [];
  const ends = Array.from({ length: count }, (_none, i) => glyph.readUInt16BE(10 + i * 2));
  const total = (ends.at(-1) ?? -1) + 1;
  let at = 10 + count * 2;
  at += 2 + glyph.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < total) {
    const flag = glyph.readUInt8(at++);
    const times = (flag & 8) === 0 ? 1 : glyph.readUInt8(at++) + 1;
    for (let i = 0; i < times; i++) flags.push(flag);
  }
  const axis = (short: number, same: number): readonly number[] => {
    let value = 0;
    return flags.map((flag) => {
      if ((flag & short) !== 0) value += (flag & same) === 0 ? -glyph.readUInt8(at++) : glyph.readUInt8(at++);
      else if ((flag & same) === 0) {
        value += glyph.readInt16BE(at);
        at += 2;
      }
      return value / pixel;
    });
  };
  const [xs, ys] = [axis(2, 16), axis(4, 32)];
  return ends.map((end, i) =>
    Array.from({ length: end - (i === 0 ? -1 : (ends[i - 1] ?? -1)) }, (_none, k) => {
      const point = (i === 0 ? 0 : (ends[i - 1] ?? -1) + 1) + k;
      return [xs[point] ?? 0, ys[point] ?? 0] as const;
    }),
  );
}

/** Turns every pixel over that lies to the right of an upright edge: what is inside is turned an odd number of times. */
function fill(rows: Glyph, contour: readonly Point[], ascent: number): void {
  for (const [i, [x, y]] of contour.entries()) {
    const [nextX, nextY] = contour[(i + 1) % contour.length] ?? [x, y];
    if (nextX !== x || nextY === y) continue;
    for (let pixel = Math.min(y, nextY); pixel < Math.max(y, nextY); pixel++) {
      const row = Math.round(ascent - 1 - pixel);
      if (row >= 0 && row < rows.length) rows[row] = (rows[row] ?? 0) ^ (0xffff >> Math.max(0, Math.round(x)));
    }
  }
}
