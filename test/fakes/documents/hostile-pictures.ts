import { crc32, deflateSync } from "node:zlib";
import { dice } from "./mutations.ts";
import { makePdf, textAt } from "./pdf-files.ts";

// Pictures that are made to keep an OCR busy or to fill its memory.

export const hostilePictures: Readonly<Record<string, () => Uint8Array>> = {
  "noise in black and white": () => {
    const roll = dice(7);
    return bitmapOf(6_000, 6_000, () => roll(2) === 0);
  },
  "two million small squares": () => bitmapOf(6_000, 6_000, (x, y) => x % 4 < 2 && y % 4 < 2),
  "strokes that look like letters": () => bitmapOf(3_500, 3_500, isStroke),
  "strokes that look like letters, as many as may be": () => bitmapOf(6_000, 6_000, isStroke),
  "one line of seven hundred thousand dots": () => bitmapOf(700_000, 50, (x, y) => y > 10 && y < 40 && (x * 7 + y * 13) % 23 < 8),
  "colours, as many as may be": () => {
    const row = Buffer.alloc(1 + 3 * 6_000, 0xc0);
    row[0] = 0;
    return pngOf(6_000, 6_000, Buffer.concat(Array<Buffer>(6_000).fill(row)));
  },
  "a frame of 225 million dots on a screen of a hundred": () => gifOf({ screen: 10, frame: 15_000 }),
  "a canvas that is smaller than what is on it": () => webpOf(),
};

/** Words in the smallest print: real, and more than anybody puts on a page. */
export function tinyPrint(): Uint8Array {
  const words =
    "The harbour was quiet in the morning and the letters of the week lay on the table before the lantern went out over the old stone bridge. ".repeat(3);
  return makePdf([
    { content: Array.from({ length: 170 }, (_unused, i) => textAt(30, 810 - 4.6 * i, words.slice(i % 50, (i % 50) + 280), { size: 4 })).join("") },
  ]);
}

function isStroke(x: number, y: number): boolean {
  return y % 24 < 14 && x % 10 < 6 && ((x * 7 + y * 3) >> 3) % 3 > 0;
}

/** PBM: a bit for a dot. */
function bitmapOf(width: number, height: number, isBlack: (x: number, y: number) => boolean): Buffer {
  const stride = Math.ceil(width / 8);
  const bits = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (isBlack(x, y)) bits[y * stride + (x >> 3)] = (bits[y * stride + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
  return Buffer.concat([Buffer.from(`P4\n${width} ${height}\n`), bits]);
}

function pngOf(width: number, height: number, rows: Buffer): Buffer {
  const chunk = (kind: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** All of one colour. Each code of the table stands for one dot more than the one before. */
function gifOf({ screen, frame }: { readonly screen: number; readonly frame: number }): Buffer {
  const [clear, end, first, last] = [4, 5, 6, 4_095];
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  const put = (code: number, width: number): void => {
    held |= code << bits;
    for (bits += width; bits >= 8; bits -= 8, held >>>= 8) bytes.push(held & 0xff);
  };
  for (let left = frame * frame; left > 0;) {
    put(clear, left === frame * frame ? 3 : 12);
    put(0, 3);
    left -= 1;
    for (let code = first; code <= last && left > 0; code++) {
      put(code, Math.max(3, Math.ceil(Math.log2(code + 1))));
      left -= code - first + 2;
    }
  }
  put(end, 12);
  put(0, 8);
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    blocks.push(Buffer.from([block.length, ...block]));
  }
  const two = (value: number): readonly number[] => [value & 0xff, value >> 8];
  return Buffer.concat([
    Buffer.from("GIF89a"),
    Buffer.from([...two(screen), ...two(screen), 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    Buffer.from([0x2c, 0, 0, 0, 0, ...two(frame), ...two(frame), 0, 2]),
    ...blocks,
    Buffer.from([0, 0x3b]),
  ]);
}

/** An extended WebP of 8 × 8 that holds a picture of 16,383 × 16,383. */
function webpOf(): Buffer {
  const chunk = (kind: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(kind, "latin1");
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data]);
  };
  const size = Buffer.alloc(5);
  size[0] = 0x2f;
  size.writeUInt32LE((16_382 | (16_382 << 14)) >>> 0, 1);
  const body = Buffer.concat([
    Buffer.from("WEBP"),
    chunk("VP8X", Buffer.from([0, 0, 0, 0, 7, 0, 0, 7, 0, 0])),
    chunk("VP8L", Buffer.concat([size, Buffer.alloc(4_096)])),
  ]);
  return Buffer.concat([chunk("RIFF", body)]);
}
