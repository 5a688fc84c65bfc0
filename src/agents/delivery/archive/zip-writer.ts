import { crc32, deflateRawSync } from "node:zlib";
import type { ArchiveSink } from "./archive-sink.ts";
import { PieceDeflater } from "./deflate-pieces.ts";
import { wholeBytes, type FileReader, type PackedFile } from "./file-content.ts";

const large = 0xffffffff;

/** A file in a zip, for the directory at its end. */
export interface ZipEntry {
  readonly name: Uint8Array;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
  readonly mode: number;
  readonly stored: boolean;
  readonly isStreamed: boolean;
}

/** Writes the files of a zip; the directory that makes it one comes last. */
export async function writeZipFiles(files: Iterable<PackedFile>, reader: FileReader, sink: ArchiveSink): Promise<readonly ZipEntry[]> {
  const written: ZipEntry[] = [];
  for (const file of files) written.push(file.size > wholeBytes ? await streamed(file, reader, sink) : whole(file, reader.head(file), sink));
  return written;
}

/** At once: for small files, a trip to another thread takes longer than compressing them. */
function whole(file: PackedFile, bytes: Buffer, sink: ArchiveSink): ZipEntry {
  // The room that it needs at most, so that zlib does it in one go.
  const packed = bytes.length === 0 ? bytes : deflateRawSync(bytes, { chunkSize: bytes.length + 1_024 });
  const stored = packed.length >= bytes.length;
  const body = stored ? Buffer.from(bytes) : packed;
  const { mode } = file;
  const entry = { name: Buffer.from(file.path), crc: crc32(bytes), packed: body.length, size: bytes.length, at: sink.at, mode, stored, isStreamed: false };
  sink.write(localHeader(entry), entry.name, body);
  return entry;
}

/** Size and checksum come after the bytes, because they are not known before. */
async function streamed(file: PackedFile, reader: FileReader, sink: ArchiveSink): Promise<ZipEntry> {
  const { path, mode } = file;
  const name = Buffer.from(path);
  const at = sink.at;
  sink.write(localHeader({ name, crc: 0, packed: 0, size: 0, at, mode, stored: false, isStreamed: true }), name);
  const begin = sink.at;
  let crc = 0;
  let size = 0;
  const deflater = new PieceDeflater((packed) => sink.write(packed));
  for (const piece of reader.pieces(file)) {
    crc = crc32(piece, crc);
    size += piece.length;
    await deflater.push(Buffer.from(piece));
  }
  await deflater.end();
  const entry: ZipEntry = { name, crc, packed: sink.at - begin, size, at, mode, stored: false, isStreamed: true };
  const tail = Buffer.alloc(24);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeBigUInt64LE(BigInt(entry.packed), 8);
  tail.writeBigUInt64LE(BigInt(size), 16);
  // With sizes of eight bytes only where the header said so; ours never does below 4 GB.
  sink.write(entry.packed < large && size < large ? shortTail(entry) : tail);
  return entry;
}

function shortTail({ crc, packed, size }: ZipEntry): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(packed, 8);
  tail.writeUInt32LE(size, 12);
  return tail;
}

/** Names are UTF-8 (bit 11); bit 3 says that sizes come later. The date is fixed: the same files make the same archive. */
function commonHeader({ crc, packed, size, stored, name, isStreamed }: ZipEntry): Buffer {
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

function localHeader(entry: ZipEntry): Buffer {
  return Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), commonHeader(entry)]);
}

export function writeZipDirectory(written: readonly ZipEntry[], sink: ArchiveSink): void {
  const begin = sink.at;
  for (const entry of written) {
    const wide = entry.at >= large || entry.packed >= large || entry.size >= large;
    const extra = wide ? wideSizes(entry) : Buffer.alloc(0);
    const common = commonHeader(entry);
    common.writeUInt16LE(extra.length, 24);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((entry.mode & 0o777) | 0o100000) * 0x10000, 6);
    rest.writeUInt32LE(Math.min(entry.at, large), 10);
    // Made by Unix, so that the modes count.
    sink.write(Buffer.from([0x50, 0x4b, 0x01, 0x02, 20, 3]), common, rest, entry.name, extra);
  }
  const size = sink.at - begin;
  if (written.length >= 0xffff || begin >= large || size >= large) writeWideEnd(written.length, begin, size, sink);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(written.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(written.length, 0xffff), 10);
  end.writeUInt32LE(Math.min(size, large), 12);
  end.writeUInt32LE(Math.min(begin, large), 16);
  sink.write(end);
}

function wideSizes({ at, packed, size }: ZipEntry): Buffer {
  const wide = [size, packed, at].filter((value) => value >= large);
  const extra = Buffer.alloc(4 + 8 * wide.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * wide.length, 2);
  for (const [n, value] of wide.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * n);
  return extra;
}

function writeWideEnd(count: number, begin: number, size: number, sink: ArchiveSink): void {
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
  sink.write(end, locator);
}
