import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** More came than the file may have. */
export class FileTooLarge extends Error {
  override readonly name = "FileTooLarge";
}

export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes a file into the hub's own folder, whole or not at all. What comes is counted, whatever size was announced. */
export async function writeWhole(source: Readable, path: string, limits: { readonly maxBytes: number; readonly signal?: AbortSignal }): Promise<WrittenFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes > limits.maxBytes) done(new FileTooLarge());
      else done(null, chunk);
    },
  });
  const unfinished = `${path}.part`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const target = createWriteStream(unfinished, { mode: 0o600, flush: true });
    await (limits.signal === undefined ? pipeline(source, count, target) : pipeline(source, count, target, { signal: limits.signal }));
    await rename(unfinished, path);
  } catch (cause) {
    await rm(unfinished, { force: true });
    throw cause;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** A type from outside, or the one that says nothing. */
export function knownMime(mime: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mime) ? mime : "application/octet-stream";
}
