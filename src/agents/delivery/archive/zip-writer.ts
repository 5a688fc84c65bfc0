import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { crc32, createDeflateRaw, deflateRaw } from "node:zlib";

const deflate = promisify(deflateRaw);

/** Written in one piece; larger files are streamed. */
const wholeBytes = 4 * 1024 * 1024;
const large = 0xffffffff;

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
  readonly mode: number;
  readonly stored: boolean;
}

/** One file of an archive, open. */
export interface PackedFile {
  readonly path: string;
  readonly file: FileHandle;
  readonly mode: number;
  readonly size: number;
}

export interface Packed {
  readonly bytes: number;
  readonly sha256: string;
}

export class ArchiveTooLarge extends Error {
  override readonly name = "ArchiveTooLarge";
}

/** Appends to a file, counts and hashes, and stops at a size. */
export class ArchiveSink {
  readonly #file: FileHandle;
  readonly #maxBytes: number;
  readonly #hash = createHash("sha256");
  #at = 0;

  constructor(file: FileHandle, maxBytes: number) {
    this.#file = file;
    this.#maxBytes = maxBytes;
  }

  get at(): number {
    return this.#at;
  }

  async write(...chunks: readonly Uint8Array[]): Promise<void> {
    for (const chunk of chunks) {
      this.#at += chunk.length;
      if (this.#at > this.#maxBytes) throw new ArchiveTooLarge(`more than ${this.#maxBytes} bytes`);
      this.#hash.update(chunk);
    }
    await this.#file.writev([...chunks]);
  }

  packed(): Packed {
    return { bytes: this.#at, sha256: this.#hash.digest("hex") };
  }
}

/** Writes a zip file; several files are compressed at a time, and written in order. */
export async function writeZip(files: AsyncIterable<PackedFile>, sink: ArchiveSink): Promise<number> {
  const written: Written[] = [];
  const waiting: Promise<() => Promise<Written>>[] = [];
  const finish = async (): Promise<void> => {
    const next = await waiting.shift();
    if (next !== undefined) written.push(await next());
  };
  try {
    for await (const one of files) {
      if (one.size > wholeBytes) {
        while (waiting.length > 0) await finish();
        written.push(await streamed(one, sink));
        continue;
      }
      const bytes = await one.file.readFile();
      waiting.push(compressed(one, bytes, sink));
      if (waiting.length >= 4) await finish();
    }
    while (waiting.length > 0) await finish();
  } finally {
    await Promise.allSettled(waiting);
  }
  await writeDirectory(written, sink);
  return written.length;
}

async function compressed({ path, mode }: PackedFile, bytes: Buffer, sink: ArchiveSink): Promise<() => Promise<Written>> {
  const packed = bytes.length === 0 ? bytes : await deflate(bytes);
  const stored = packed.length >= bytes.length;
  const body = stored ? bytes : packed;
  return async () => {
    const entry = { name: Buffer.from(path), crc: crc32(bytes), packed: body.length, size: bytes.length, at: sink.at, mode, stored };
    await sink.write(localHeader(entry, false), entry.name, body);
    return entry;
  };
}

/** Size and checksum come after the bytes, because they are not known before. */
async function streamed({ path, mode, file }: PackedFile, sink: ArchiveSink): Promise<Written> {
  const name = Buffer.from(path);
  const at = sink.at;
  await sink.write(localHeader({ name, crc: 0, packed: 0, size: 0, at, mode, stored: false }, true), name);
  const begin = sink.at;
  let crc = 0;
  let size = 0;
  const source = file.createReadStream({ highWaterMark: 1024 * 1024 });
  const packer = createDeflateRaw();
  source.on("data", (chunk) => {
    crc = crc32(chunk, crc);
    size += chunk.length;
  });
  source.on("error", (cause) => packer.destroy(cause));
  for await (const chunk of source.pipe(packer)) await sink.write(chunk as Buffer);
  const entry: Written = { name, crc, packed: sink.at - begin, size, at, mode, stored: false };
  const tail = Buffer.alloc(24);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeBigUInt64LE(BigInt(entry.packed), 8);
  tail.writeBigUInt64LE(BigInt(size), 16);
  // With sizes of eight bytes only where the header said so; ours never does below 4 GB.
  await sink.write(entry.packed < large && size < large ? shortTail(entry) : tail);
  return entry;
}

function shortTail({ crc, packed, size }: Written): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(packed, 8);
  tail.writeUInt32LE(size, 12);
  return tail;
}

/** Names are UTF-8 (bit 11); bit 3 says that sizes come later. The date is fixed: the same files make the same archive. */
function commonHeader({ crc, packed, size, stored, name }: Written, isStreamed: boolean): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(0x0800 | (isStreamed ? 0x0008 : 0), 2);
  header.writeUInt16LE(stored ? 0 : 8, 4);
  header.writeUInt16LE(0, 6);
  header.writeUInt16LE(0x21, 8);
  header.writeUInt32LE(crc, 10);
  header.writeUInt32LE(Math.min(packed, large), 14);
  header.writeUInt32LE(Math.min(size, large), 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

function localHeader(entry: Written, isStreamed: boolean): Buffer {
  return Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), commonHeader(entry, isStreamed)]);
}

async function writeDirectory(written: readonly Written[], sink: ArchiveSink): Promise<void> {
  const begin = sink.at;
  for (const entry of written) {
    const wide = entry.at >= large || entry.packed >= large || entry.size >= large;
    const extra = wide ? wideSizes(entry) : Buffer.alloc(0);
    const common = commonHeader(entry, entry.size > wholeBytes);
    common.writeUInt16LE(extra.length, 24);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((entry.mode & 0o777) | 0o100000) * 0x10000, 6);
    rest.writeUInt32LE(Math.min(entry.at, large), 10);
    // Made by Unix, so that the modes count.
    await sink.write(Buffer.from([0x50, 0x4b, 0x01, 0x02, 20, 3]), common, rest, entry.name, extra);
  }
  const size = sink.at - begin;
  if (written.length >= 0xffff || begin >= large || size >= large) await writeWideEnd(written.length, begin, size, sink);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(written.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(written.length, 0xffff), 10);
  end.writeUInt32LE(Math.min(size, large), 12);
  end.writeUInt32LE(Math.min(begin, large), 16);
  await sink.write(end);
}

function wideSizes({ at, packed, size }: Written): Buffer {
  const wide = [size, packed, at].filter((value) => value >= large);
  const extra = Buffer.alloc(4 + 8 * wide.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * wide.length, 2);
  for (const [n, value] of wide.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * n);
  return extra;
}

async function writeWideEnd(count: number, begin: number, size: number, sink: ArchiveSink): Promise<void> {
  const at = sink.at;
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(begin), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at), 8);
  locator.writeUInt32LE(1, 16);
  await sink.write(end, locator);
}
