import { readSync } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { fromFdPromise, getFileNameLowLevel, type Entry } from "yauzl";
import type { BlockSource } from "#documents/blocks";
import { DocumentFault } from "#documents/fault";
import { damaged, encrypted, notSupported, unpacksTooFar } from "./office-faults.ts";

// An untrusted archive. Names are only looked up and nothing is written to disk, so `..`, absolute names and links have no effect;
// sizes are counted while unpacking, never taken from a header.

export interface ZipBounds {
  readonly entries: number;
  /** Unpacked bytes of one part, and of all that were asked for together. */
  readonly partBytes: number;
  readonly totalBytes: number;
  /** Unpacked for packed bytes. Honest parts of tables reach 50; a bomb has 1,000. Not looked at below `ratioFrom` unpacked bytes. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

export const usualBounds: ZipBounds = { entries: 20_000, partBytes: 256e6, totalBytes: 384e6, ratio: 250, ratioFrom: 8e6 };

export interface Zip {
  has(name: string): boolean;
  /** Bytes unpacked so far, of all parts together; and what the parts named say of themselves, which is good for a progress line only. */
  unpacked(): number;
  declared(names: readonly string[]): number;
  /** The part piece by piece, checked while it is unpacked. `most` narrows the bound for parts that are kept in memory. */
  read(name: string, most?: number): AsyncGenerator<Buffer, void, void>;
}

interface ZipDirectoryEntry {
  readonly name: string;
  readonly at: number;
  readonly nameLength: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly crc: number;
  readonly method: number;
  readonly isEncrypted: boolean;
  isTwice: boolean;
}

const slice = 64 << 10;
const localHeader = 30;

export async function openZip(source: BlockSource, bounds: ZipBounds = usualBounds): Promise<Zip> {
  const places = await listPlaces(source, bounds);
  refuseOverlaps(places);
  const byName = new Map<string, ZipDirectoryEntry>();
  for (const place of places) {
    const key = partKey(place.name);
    if (key === undefined) continue;
    const first = byName.get(key);
    if (first === undefined) byName.set(key, place);
    else first.isTwice = true;
  }
  let total = 0;

  async function* read(name: string, most = bounds.partBytes): AsyncGenerator<Buffer, void, void> {
    const place = byName.get(partKey(name) ?? "");
    if (place === undefined) throw damaged(`its part ${shown(name)} is missing`);
    if (place.isTwice) throw damaged(`it has two parts called ${shown(name)}`);
    if (place.isEncrypted) throw encrypted();
    if (place.method !== 0 && place.method !== 8) {
      throw notSupported(
        `zip method ${place.method}`,
        `The file uses an unsupported compression (zip method ${place.method}). Open it in Office or LibreOffice and save it again.`,
      );
    }
    if (place.unpacked > most) throw unpacksTooFar(most);
    let count = 0;
    let crc = 0;
    const packed = slices(source, dataStart(source, place), place.packed);
    for await (const chunk of place.method === 0 ? packed : inflated(packed, bounds)) {
      count += chunk.length;
      total += chunk.length;
      if (count > most) throw unpacksTooFar(most);
      if (total > bounds.totalBytes) throw unpacksTooFar(bounds.totalBytes);
      if (count > place.unpacked) throw damaged(`its part ${shown(name)} is longer than it says`);
      crc = crc32(chunk, crc);
      yield chunk;
    }
    if (count !== place.unpacked) throw damaged(`its part ${shown(name)} is shorter than it says`);
    if (crc !== place.crc) throw damaged(`its part ${shown(name)} has a wrong checksum`);
  }

  const declared = (names: readonly string[]): number => names.reduce((sum, name) => sum + (byName.get(partKey(name) ?? "")?.unpacked ?? 0), 0);

  return { has: (name) => byName.has(partKey(name) ?? ""), unpacked: () => total, declared, read };
}

/** Part names are compared as Office does: without case, with either slash. Undefined for a name that leads out of the archive. */
function partKey(name: string): string | undefined {
  const key = name.replaceAll("\\", "/").toLowerCase();
  if (key === "" || key.startsWith("/") || /^[a-z]:/u.test(key) || key.includes("\0")) return undefined;
  return key.split("/").some((step) => step === ".." || step === ".") ? undefined : key;
}

async function listPlaces(source: BlockSource, bounds: ZipBounds): Promise<ZipDirectoryEntry[]> {
  const places: ZipDirectoryEntry[] = [];
  try {
    const zip = await fromFdPromise(source.fd, { autoClose: false, decodeStrings: false, validateEntrySizes: false });
    if (zip.entryCount > bounds.entries) {
      throw new DocumentFault("TooLarge", `The file contains ${zip.entryCount} parts; the limit is ${bounds.entries}.`, {
        limit: bounds.entries,
        unit: "parts",
      });
    }
    for await (const entry of zip.eachEntry()) places.push(placeOf(entry));
  } catch (error) {
    throw faultOf(error);
  }
  return places;
}

// Without `decodeStrings` the library leaves names as bytes, and so does not refuse a whole archive for one odd name. The entry itself holds its
// comment and extra fields and is not kept.
function placeOf(entry: Entry): ZipDirectoryEntry {
  return {
    name: getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw.subarray(0, 1024), entry.extraFields, false),
    at: entry.relativeOffsetOfLocalHeader,
    nameLength: entry.fileNameLength,
    packed: entry.compressedSize,
    unpacked: entry.uncompressedSize,
    crc: entry.crc32,
    method: entry.compressionMethod,
    isEncrypted: entry.isEncrypted(),
    isTwice: false,
  };
}

// Entries that share bytes are how a small archive unpacks to terabytes; no honest writer makes them.
function refuseOverlaps(places: readonly ZipDirectoryEntry[]): void {
  const sorted = places.toSorted((a, b) => a.at - b.at);
  let end = 0;
  for (const place of sorted) {
    if (place.at < end) throw damaged("parts of its archive overlap");
    end = place.at + localHeader + place.nameLength + place.packed;
  }
}

function dataStart(source: BlockSource, place: ZipDirectoryEntry): number {
  if (place.at + localHeader + place.packed > source.bytes) throw damaged("it is truncated");
  const header = Buffer.alloc(localHeader);
  const got = readSync(source.fd, header, 0, localHeader, place.at);
  if (got < localHeader || header.readUInt32LE(0) !== 0x04034b50) throw damaged("its archive does not match its directory");
  const start = place.at + localHeader + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + place.packed > source.bytes) throw damaged("it is truncated");
  return start;
}

function* slices(source: BlockSource, start: number, length: number): Generator<Buffer, void, void> {
  let at = start;
  const end = start + length;
  while (at < end) {
    const buffer = Buffer.allocUnsafe(Math.min(slice, end - at));
    const got = readSync(source.fd, buffer, 0, buffer.length, at);
    if (got === 0) throw damaged("it is truncated");
    at += got;
    yield buffer.subarray(0, got);
  }
}

async function* inflated(packed: Iterable<Buffer>, { ratio, ratioFrom }: ZipBounds): AsyncGenerator<Buffer, void, void> {
  const inflate = createInflateRaw({ chunkSize: slice });
  const source = Readable.from(packed, { objectMode: false });
  pipeline(source, inflate, () => undefined);
  let count = 0;
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      count += chunk.length;
      if (count > ratioFrom && count > inflate.bytesWritten * ratio) throw bomb(ratio);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("Z_")
      ? damaged("a packed part of it is broken")
      : error;
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

function faultOf(error: unknown): unknown {
  if (error instanceof DocumentFault || !(error instanceof Error)) return error;
  // A failing disk is not a damaged document.
  if ("syscall" in error) return error;
  if (error.message.includes("encryption")) return encrypted();
  return damaged("its archive is truncated or has no directory");
}

function bomb(ratio: number): DocumentFault {
  return new DocumentFault("TooLarge", `A part of the file unpacks to more than ${ratio} times its size, which no real document does. It was not read.`, {
    limit: ratio,
    unit: "ratio",
  });
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}
