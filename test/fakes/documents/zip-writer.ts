import { constants, crc32, deflateRawSync } from "node:zlib";

/** One entry of an archive, honest unless told to lie. */
export interface ZipEntry {
  readonly name: string;
  readonly data: string | Buffer | Packed;
  readonly isStored?: boolean;
  readonly isEncrypted?: boolean;
  readonly method?: number;
  /** What the headers say instead of the truth. */
  readonly says?: { readonly unpacked?: number; readonly packed?: number; readonly crc?: number; readonly at?: number };
  /** Sizes follow the data instead of standing before it. */
  readonly hasDescriptor?: boolean;
  readonly isZip64?: boolean;
  readonly isLink?: boolean;
}

/** Data that is packed already. */
export interface Packed {
  readonly packed: Buffer;
  readonly unpacked: number;
  readonly crc: number;
}

export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const pieces: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const { local, central } = write(entry, at);
    pieces.push(...local);
    list.push(central);
    at += local.reduce((sum, piece) => sum + piece.length, 0);
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...pieces, directory, end]);
}

/** A million bytes of one pattern, `megabytes` times, packed without ever being held unpacked. */
export function repeated(megabytes: number, { before = "", pattern = "\0", after = "" } = {}): Packed {
  const block = Buffer.alloc(1_000_000, pattern);
  const flushed = (data: Buffer): Buffer => deflateRawSync(data, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const head = Buffer.from(before);
  const tail = Buffer.from(after);
  const packedBlock = flushed(block);
  let crc = crc32(head);
  for (let done = 0; done < megabytes; done += 1) crc = crc32(block, crc);
  return {
    packed: Buffer.concat([flushed(head), ...Array<Buffer>(megabytes).fill(packedBlock), deflateRawSync(tail)]),
    unpacked: head.length + megabytes * block.length + tail.length,
    crc: crc32(tail, crc),
  };
}

function write(entry: ZipEntry, at: number): { readonly local: Buffer[]; readonly central: Buffer } {
  const { packed, unpacked, crc } = pack(entry);
  const name = Buffer.from(entry.name);
  const method = entry.method ?? (entry.isStored === true ? 0 : 8);
  const flags = (entry.isEncrypted === true ? 1 : 0) | (entry.hasDescriptor === true ? 8 : 0) | 0x800;
  const said = { unpacked: entry.says?.unpacked ?? unpacked, packed: entry.says?.packed ?? packed.length, crc: entry.says?.crc ?? crc };
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(flags, 6);
  local.writeUInt16LE(method, 8);
  if (entry.hasDescriptor !== true) sizes(local, 14, said);
  local.writeUInt16LE(name.length, 26);
  const extra = entry.isZip64 === true ? zip64(said) : Buffer.alloc(0);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(entry.isLink === true ? 0x0314 : 20, 4);
  central.writeUInt16LE(20, 6);
  central.writeUInt16LE(flags, 8);
  central.writeUInt16LE(method, 10);
  sizes(central, 16, entry.isZip64 === true ? { ...said, packed: 0xffffffff, unpacked: 0xffffffff } : said);
  central.writeUInt16LE(name.length, 28);
  central.writeUInt16LE(extra.length, 30);
  if (entry.isLink === true) central.writeUInt32LE((0o120777 << 16) >>> 0, 38);
  central.writeUInt32LE(entry.says?.at ?? at, 42);
  return { local: [local, name, packed, ...(entry.hasDescriptor === true ? [descriptor(said)] : [])], central: Buffer.concat([central, name, extra]) };
}

interface Said {
  readonly unpacked: number;
  readonly packed: number;
  readonly crc: number;
}

function pack({ data, isStored }: ZipEntry): Packed {
  if (typeof data === "object" && "packed" in data) return data;
  const bytes = Buffer.from(data);
  return { packed: isStored === true ? bytes : deflateRawSync(bytes), unpacked: bytes.length, crc: crc32(bytes) };
}

function sizes(header: Buffer, at: number, { crc, packed, unpacked }: Said): void {
  header.writeUInt32LE(crc, at);
  header.writeUInt32LE(packed, at + 4);
  header.writeUInt32LE(unpacked, at + 8);
}

function descriptor(said: Said): Buffer {
  const written = Buffer.alloc(16);
  written.writeUInt32LE(0x08074b50, 0);
  sizes(written, 4, said);
  return written;
}

function zip64({ packed, unpacked }: Said): Buffer {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(BigInt(unpacked), 4);
  extra.writeBigUInt64LE(BigInt(packed), 12);
  return extra;
}
