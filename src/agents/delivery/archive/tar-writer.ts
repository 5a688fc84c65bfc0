import { once } from "node:events";
import type { FileHandle } from "node:fs/promises";
import { createGzip } from "node:zlib";
import type { ArchiveSink, PackedFile } from "./zip-writer.ts";

const block = 512;
/** A stream costs more than a small file. */
const wholeBytes = 4 * 1024 * 1024;

/** Writes a tar.gz file. Long and non-ASCII names go into a header of their own (pax), which every tar reads. */
export async function writeTarGz(files: AsyncIterable<PackedFile>, sink: ArchiveSink): Promise<number> {
  const gzip = createGzip();
  const draining = (async () => {
    for await (const chunk of gzip) await sink.write(chunk as Buffer);
  })();
  // Looked at when it is awaited below; until then a failure must not count as unhandled.
  draining.catch(() => gzip.destroy());
  const put = async (bytes: Buffer): Promise<void> => {
    if (!gzip.destroyed && !gzip.write(bytes)) await Promise.race([once(gzip, "drain"), draining]);
  };
  let count = 0;
  for await (const { path, file, mode, size } of files) {
    if (needsPax(path, size)) await put(paxHeader(path, size));
    await put(header({ name: path, mode, size, type: "0" }));
    await (size <= wholeBytes ? whole(file, size, put) : streamed(file, size, put));
    await put(Buffer.alloc((block - (size % block)) % block));
    count += 1;
  }
  gzip.end(Buffer.alloc(2 * block));
  await draining;
  return count;
}

type Put = (bytes: Buffer) => Promise<void>;

// A file that shrinks meanwhile is filled up: what follows must begin where its header says.

async function whole(file: FileHandle, size: number, put: Put): Promise<void> {
  const bytes = Buffer.alloc(size);
  if (size > 0) await file.read(bytes, 0, size, 0);
  await put(bytes);
}

async function streamed(file: FileHandle, size: number, put: Put): Promise<void> {
  let left = size;
  for await (const chunk of file.createReadStream({ highWaterMark: 1024 * 1024, end: size - 1 })) {
    const bytes = (chunk as Buffer).subarray(0, left);
    left -= bytes.length;
    await put(bytes);
  }
  for (; left > 0; left -= Math.min(left, block)) await put(Buffer.alloc(Math.min(left, block)));
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
