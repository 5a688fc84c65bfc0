import type { BlockSource } from "#documents/blocks";
import { bytesAt } from "#documents/sniff/read-bytes";

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const headBytes = 262_144;

/** Read from the header, so that an oversized image is rejected before decoding. Empty if the header does not say. */
export function pictureSize(source: BlockSource, format: string): PictureSize | undefined {
  const head = bytesAt(source, 0, headBytes);
  try {
    return format === "tiff" ? tiffSize(head, source) : sizes[format]?.(head);
  } catch {
    // The header is truncated; the decoder will report it.
    return undefined;
  }
}

const sizes: Readonly<Record<string, (head: Buffer) => PictureSize | undefined>> = {
  png: (head) => ({ width: head.readUInt32BE(16), height: head.readUInt32BE(20) }),
  gif: (head) => ({ width: head.readUInt16LE(6), height: head.readUInt16LE(8) }),
  bmp: (head) => ({ width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) }),
  jpeg: jpegSize,
  webp: webpSize,
  pnm: pnmSize,
};

function jpegSize(head: Buffer): PictureSize | undefined {
  for (let at = 2; at + 9 < head.length && head[at] === 0xff;) {
    const marker = head[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // Frames of every kind say the size; three markers between them are something else.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) };
    at += 2 + head.readUInt16BE(at + 2);
  }
  return undefined;
}

function webpSize(head: Buffer): PictureSize | undefined {
  const kind = head.toString("latin1", 12, 16);
  if (kind === "VP8 ") return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  if (kind === "VP8X") return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (kind !== "VP8L") return undefined;
  const bits = head.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Its list of facts may stand anywhere, often at the end. */
function tiffSize(head: Buffer, source: BlockSource): PictureSize | undefined {
  const isLittle = head[0] === 0x49;
  const two = (from: Buffer, at: number): number => (isLittle ? from.readUInt16LE(at) : from.readUInt16BE(at));
  const four = (from: Buffer, at: number): number => (isLittle ? from.readUInt32LE(at) : from.readUInt32BE(at));
  const list = bytesAt(source, four(head, 4), 4_096);
  const found = new Map<number, number>();
  for (let i = 0; i < two(list, 0); i++) {
    const at = 2 + 12 * i;
    found.set(two(list, at), two(list, at + 2) === 3 ? two(list, at + 8) : four(list, at + 8));
    if (found.has(256) && found.has(257)) break;
  }
  const [width, height] = [found.get(256), found.get(257)];
  return width === undefined || height === undefined ? undefined : { width, height };
}

function pnmSize(head: Buffer): PictureSize | undefined {
  const words = /^P[1-6](?:\s+|#[^\n]*\n)+(\d+)(?:\s+|#[^\n]*\n)+(\d+)/.exec(head.toString("latin1", 0, 512));
  return words === null ? undefined : { width: Number(words[1]), height: Number(words[2]) };
}
