import { closeSync, fsyncSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { excludes } from "#agents/delivery/workspace/match-glob";
import { ArchiveSink, ArchiveTooLarge, type Packed } from "./archive-sink.ts";
import { FileReader, pieceBytes, wholeBytes, type PackedFile } from "./file-content.ts";
import { findSecrets, hideSecrets, secretsInName, type FoundSecret } from "./find-secrets.ts";
import { writeTarGz } from "./tar-writer.ts";
import { walkFiles } from "./walk-files.ts";
import { writeZipDirectory, writeZipFiles, type ZipEntry } from "./zip-writer.ts";

/** What a packing thread is told. */
export interface PackJob {
  readonly workspace: string;
  readonly exclude: readonly string[];
  readonly format: "zip" | "tar.gz";
  /** A file that does not exist yet. */
  readonly path: string;
  readonly maxBytes: number;
  /** Values that must not be in it; undefined to search for none. */
  readonly secrets?: readonly string[];
  /** Which half of the files, where two threads make one zip: the second makes a part that the first appends to its own. */
  readonly half?: "first" | "second";
}

export interface PackedFiles extends Packed {
  readonly files: number;
  /** What is no file and no folder stays out: links, pipes, devices. */
  readonly left: readonly string[];
}

/** The second half of a zip, without a directory. */
export interface ZipPart {
  readonly path: string;
  readonly entries: readonly ZipEntry[];
  readonly left: readonly string[];
}

/** What it answers: one message. */
export type PackAnswer =
  | { readonly how: "packed"; readonly packed: PackedFiles }
  | { readonly how: "part"; readonly part: ZipPart }
  | { readonly how: "secrets"; readonly found: readonly FoundSecret[] }
  | { readonly how: "tooLarge" }
  | { readonly how: "failed"; readonly reason: string };

const mostNamed = 50;

/** Packs what is not excluded. If a secret is found, nothing more is packed, and the other places are looked for. */
export async function packFiles(job: PackJob, otherHalf?: Promise<PackAnswer>): Promise<PackAnswer> {
  const left: string[] = [];
  const found: FoundSecret[] = [];
  const reader = new FileReader();
  const files = cleanFiles(job, reader, left, found);
  const out = openSync(job.path, "wx", 0o600);
  try {
    const sink = new ArchiveSink(out, job.maxBytes);
    let count = 0;
    if (job.format === "zip") {
      const entries = await writeZipFiles(files, reader, sink);
      const other = await otherHalf;
      if (other?.how === "secrets") found.push(...other.found);
      else if (other !== undefined && other.how !== "part") return other;
      if (found.length > 0) return { how: "secrets", found };
      if (job.half === "second") {
        sink.finish();
        return { how: "part", part: { path: job.path, entries, left } };
      }
      const part = other?.how === "part" ? other.part : undefined;
      const all = part === undefined ? entries : [...entries, ...append(part, sink)];
      left.push(...(part?.left ?? []));
      writeZipDirectory(all, sink);
      count = all.length;
    } else count = await writeTarGz(files, reader, sink);
    if (found.length > 0) return { how: "secrets", found };
    const packed = sink.finish();
    fsyncSync(out);
    return { how: "packed", packed: { files: count, left, ...packed } };
  } catch (cause) {
    if (found.length > 0) return { how: "secrets", found };
    if (cause instanceof ArchiveTooLarge) return { how: "tooLarge" };
    return { how: "failed", reason: cause instanceof Error ? cause.message : String(cause) };
  } finally {
    closeSync(out);
  }
}

function* cleanFiles({ workspace, exclude, secrets, half }: PackJob, reader: FileReader, left: string[], found: FoundSecret[]): Generator<PackedFile> {
  // By name, so that a file that comes or goes meanwhile changes nothing about the others.
  const takes = (path: string): boolean => half === undefined || crc32(path) % 2 === (half === "first" ? 0 : 1);
  const leave = (path: string): void => void (left.length < mostNamed && left.push(secrets === undefined ? path : hideSecrets(path, secrets)));
  const walk = walkFiles(workspace, { skips: excludes(exclude), takes, left: leave });
  for (const file of walk) {
    if (secrets !== undefined) found.push(...secretsOf(file, reader, secrets));
    if (found.length >= mostNamed) return;
    if (found.length === 0) yield file;
  }
}

function secretsOf(file: PackedFile, reader: FileReader, known: readonly string[]): readonly FoundSecret[] {
  const inName = secretsInName(file.path, known);
  return inName.length > 0 || file.size === 0 ? inName : secretsIn(file, reader, known);
}

/** A large file is searched piece by piece, each with the end of the one before it. */
function secretsIn(file: PackedFile, reader: FileReader, known: readonly string[]): readonly FoundSecret[] {
  if (file.size <= wholeBytes) return findSecrets(file.path, reader.head(file), known);
  const overlap = Math.max(4_096, ...known.map((secret) => Buffer.byteLength(secret)));
  const found = new Map<string, FoundSecret>();
  let before = Buffer.alloc(0);
  let lines = 0;
  for (const piece of reader.pieces(file)) {
    const bytes = Buffer.concat([before, piece]);
    for (const one of findSecrets(file.path, bytes, known)) if (!found.has(one.what)) found.set(one.what, { ...one, line: lines + one.line });
    before = bytes.subarray(-overlap);
    lines += linesIn(bytes.subarray(0, bytes.length - before.length));
  }
  return [...found.values()];
}

function linesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

/** The other half behind what is there, and where its files are now. */
function append({ path, entries }: ZipPart, sink: ArchiveSink): readonly ZipEntry[] {
  const base = sink.at;
  const fd = openSync(path, "r");
  try {
    for (;;) {
      const piece = Buffer.allocUnsafeSlow(pieceBytes);
      const length = readSync(fd, piece, 0, pieceBytes, null);
      if (length === 0) break;
      sink.write(piece.subarray(0, length));
    }
  } finally {
    closeSync(fd);
  }
  return entries.map((entry) => ({ ...entry, at: entry.at + base }));
}
