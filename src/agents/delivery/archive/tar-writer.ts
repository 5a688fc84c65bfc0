import { crc32 } from "node:zlib";
import type { ArchiveSink } from "./archive-sink.ts";
import { PieceDeflater } from "./deflate-pieces.ts";
import { pieceBytes, type FileReader, type PackedFile } from "./file-content.ts";

const block = 512;
/** No name, no time, made on Unix. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/**
 * Writes a tar.gz file. Long and non-ASCII names go into a header of their own (pax), which every tar reads. Its pieces are compressed
 * at the same time on several processors and make one gzip stream.
 */
export async function writeTarGz(files: Iterable<PackedFile>, reader: FileReader, sink: ArchiveSink): Promise<number> {
  const gzip = new Gzip(sink);
  let count = 0;
  for (const file of files) {
    const { path, mode, size } = file;
    if (needsPax(path, size)) await gzip.put(paxHeader(path, size));
    await gzip.put(header({ name: path, mode, size, type: "0" }));
    let written = 0;
    for (const piece of reader.pieces(file)) {
      written += piece.length;
      await gzip.put(piece);
    }
    // A file that has shrunk is filled up: what follows must begin where its header says.
    for (let left = size - written + ((block - (size % block)) % block); left > 0; left -= pieceBytes) await gzip.put(Buffer.alloc(Math.min(left, pieceBytes)));
    count += 1;
  }
  await gzip.put(Buffer.alloc(2 * block));
  await gzip.end();
  return count;
}

class Gzip {
  readonly #sink: ArchiveSink;
  readonly #deflater: PieceDeflater;
  #piece = Buffer.allocUnsafeSlow(pieceBytes);
  #filled = 0;
  #crc = 0;
  #size = 0;

  constructor(sink: ArchiveSink) {
    this.#sink = sink;
    sink.write(gzipHead);
    this.#deflater = new PieceDeflater((packed) => sink.write(packed));
  }

  async put(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const taken = bytes.copy(this.#piece, this.#filled, at);
      this.#filled += taken;
      at += taken;
      if (this.#filled === pieceBytes) await this.#compress();
    }
  }

  async end(): Promise<void> {
    if (this.#filled > 0) await this.#compress();
    await this.#deflater.end();
    const tail = Buffer.alloc(8);
    tail.writeUInt32LE(this.#crc, 0);
    tail.writeUInt32LE(this.#size % 2 ** 32, 4);
    this.#sink.write(tail);
  }

  async #compress(): Promise<void> {
    const piece = this.#piece.subarray(0, this.#filled);
    this.#piece = Buffer.allocUnsafeSlow(pieceBytes);
    this.#filled = 0;
    this.#crc = crc32(piece, this.#crc);
    this.#size += piece.length;
    await this.#deflater.push(piece);
  }
}

function needsPax(path: string, size: number): boolean {
  return Buffer.byteLength(path) > 100 || /[^\u0020-\u007e]/.test(path) || size >= 8 ** 11;
}

function paxHeader(path: string, size: number): Buffer {
  const body = Buffer.concat([record("path", path), ...(size >= 8 ** 11 ? [record("size", String(size))] : [])]);
  const padding = Buffer.alloc((block - (body.length % block)) % block);
  return Buffer.concat([header({ name: "PaxHeader", mode: 0o644, size: body.length, type: "x" }), body, padding]);
}

/** A record begins with its own length, which counts itself. */
function record(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (rest + String(length).length !== length) length = rest + String(length).length;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

function header({ name, mode, size, type }: { readonly name: string; readonly mode: number; readonly size: number; readonly type: string }): Buffer {
  const bytes = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number): void =>
    void bytes.write(
      `${Math.min(value, 8 ** (length - 1) - 1)
        .toString(8)
        .padStart(length - 1, "0")}\0`,
      at,
      "ascii",
    );
  bytes.write(name.replaceAll(/[^\u0020-\u007e]/g, "_").slice(-100), 0, "ascii");
  octal(mode & 0o777, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(315_532_800, 136, 12);
  bytes.write("        ", 148, "ascii");
  bytes.write(type, 156, "ascii");
  bytes.write("ustar\u000000", 257, "latin1");
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "ascii");
  return bytes;
}
