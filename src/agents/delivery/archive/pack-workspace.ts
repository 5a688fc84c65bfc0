import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { excludes } from "#agents/delivery/workspace/match-glob";
import { openEntry, walkTree } from "#agents/delivery/workspace/walk-tree";
import { safeName } from "#lib/fs/safe-name";
import { findSecrets, type FoundSecret } from "./find-secrets.ts";
import { writeTarGz } from "./tar-writer.ts";
import { ArchiveSink, writeZip, type Packed, type PackedFile } from "./zip-writer.ts";

export type ArchiveFormat = "zip" | "tar.gz";

export interface PackSpec {
  readonly workspace: string;
  readonly exclude: readonly string[];
  readonly format: ArchiveFormat;
  /** Where the archive is written. */
  readonly path: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface PackResult extends Packed {
  readonly files: number;
  /** What is no file and no folder stays out: links, pipes, devices. */
  readonly left: readonly string[];
}

/** Files past this are not searched for keys: they are data. */
const searchedBytes = 2 * 1024 * 1024;
const mostLeft = 50;

/** Packs what is not excluded, without following links. Throws ArchiveTooLarge; leaves no half archive behind. */
export async function packWorkspace({ workspace, exclude, format, path, maxBytes, signal }: PackSpec): Promise<PackResult> {
  const partial = join(dirname(path), `.${basename(path)}.part`);
  const left: string[] = [];
  const isExcluded = excludes(exclude);
  async function* files(): AsyncGenerator<PackedFile> {
    for await (const entry of walkTree(workspace, { skips: isExcluded, signal })) {
      if (entry.kind === "folder") continue;
      const file = entry.kind === "file" ? await openEntry(entry) : undefined;
      if (file === undefined) {
        if (left.length < mostLeft) left.push(entry.path);
        continue;
      }
      // Whoever packs it has read it when the next one is asked for.
      await using _closed = file;
      const { mode, size } = await file.stat();
      yield { path: entry.path, file, mode, size };
    }
  }
  try {
    await using out = await open(partial, "wx", 0o600);
    const sink = new ArchiveSink(out, maxBytes);
    const count = await (format === "zip" ? writeZip(files(), sink) : writeTarGz(files(), sink));
    await out.sync();
    await rename(partial, path);
    return { files: count, left, ...sink.packed() };
  } catch (cause) {
    await rm(partial, { force: true });
    throw cause;
  }
}

/** Places that look like keys, in the files that would be packed. */
export async function searchSecrets(
  { workspace, exclude, signal }: Pick<PackSpec, "workspace" | "exclude" | "signal">,
  known: readonly string[],
): Promise<readonly FoundSecret[]> {
  const found: FoundSecret[] = [];
  for await (const entry of walkTree(workspace, { skips: excludes(exclude), signal })) {
    const file = entry.kind === "file" ? await openEntry(entry) : undefined;
    if (file === undefined) continue;
    await using _closed = file;
    const { size } = await file.stat();
    if (size === 0) continue;
    const buffer = Buffer.alloc(Math.min(size, searchedBytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    found.push(...findSecrets(entry.path, buffer.subarray(0, bytesRead), known));
    if (found.length >= mostLeft) break;
  }
  return found;
}

/** A name that is only a name, with the ending of its format. */
export function archiveName(wanted: string | undefined, fallback: string, format: ArchiveFormat): string {
  const stem = safeName((wanted ?? "").trim() || fallback).replace(/(\.(zip|tar\.gz|tgz|tar))+$/i, "");
  return `${stem.replace(/^[_.\s]+$/, "") || fallback}.${format}`;
}
