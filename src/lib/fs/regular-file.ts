import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";
import { readWhole } from "./read-whole.ts";

// Files that somebody else may have put there. Opening a pipe or a device in their place would wait for a writer that never comes,
// and hold up start, stop or everything that shares the thread pool; reading one may never end.

/** Its code goes into sentences like those of the file system's own errors. */
export class NotARegularFile extends Error {
  override readonly name = "NotARegularFile";
  readonly code = "not a regular file";
}

export class RegularFileTooLarge extends Error {
  override readonly name = "FileTooLarge";
  readonly code = "too large";
}

const { O_RDONLY, O_NONBLOCK, O_NOCTTY } = constants;
const flags = O_RDONLY | O_NONBLOCK | O_NOCTTY;

/** Throws NotARegularFile, or what the file system says. Never waits for the other end of a pipe. */
export async function openRegularFile(path: string): Promise<FileHandle> {
  // Looked at before it is opened, because opening a device can already do something; and again after, because it may be swapped.
  if (!(await stat(path)).isFile()) throw new NotARegularFile(path);
  const file = await open(path, flags);
  try {
    if (!(await file.stat()).isFile()) throw new NotARegularFile(path);
    return file;
  } catch (cause) {
    await file.close();
    throw cause;
  }
}

/** All of it. Throws FileTooLarge past `maxBytes`. */
export async function readRegularFile(path: string, maxBytes: number): Promise<Buffer> {
  await using file = await openRegularFile(path);
  const bytes = await readWhole(file.fd, maxBytes);
  if (bytes === undefined) throw new RegularFileTooLarge(path);
  return Buffer.from(bytes);
}

/** The same for the few moments before anything else runs. */
export function readRegularFileSync(path: string, maxBytes: number): Buffer {
  if (!statSync(path).isFile()) throw new NotARegularFile(path);
  const fd = openSync(path, flags);
  try {
    if (!fstatSync(fd).isFile()) throw new NotARegularFile(path);
    const buffer = Buffer.allocUnsafe(maxBytes + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < buffer.length; length += read) read = readSync(fd, buffer, length, buffer.length - length, length);
    if (length > maxBytes) throw new RegularFileTooLarge(path);
    return buffer.subarray(0, length);
  } finally {
    closeSync(fd);
  }
}
