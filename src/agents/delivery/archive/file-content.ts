import { readSync } from "node:fs";

/** One file of an archive, open. */
export interface PackedFile {
  readonly path: string;
  readonly fd: number;
  readonly mode: number;
  readonly size: number;
}

/** Read in one go; larger files are read in pieces. */
export const wholeBytes = 2 * 1024 * 1024;
export const pieceBytes = 1024 * 1024;

/** Reads files into the same memory again and again: what it returns is good until the next call. */
export class FileReader {
  readonly #buffer = Buffer.allocUnsafeSlow(wholeBytes);
  #last: { readonly file: PackedFile; readonly head: Buffer } | undefined;

  /** The first two megabytes: all of a small file. Fewer bytes if it has become shorter. */
  head(file: PackedFile): Buffer {
    if (this.#last?.file === file) return this.#last.head;
    const room = this.#buffer.subarray(0, Math.min(file.size, wholeBytes));
    const head = room.subarray(0, readFully(file.fd, room, 0));
    this.#last = { file, head };
    return head;
  }

  /** All of it in pieces, none past the size that it had when it was opened. */
  *pieces(file: PackedFile): Generator<Buffer> {
    if (file.size <= wholeBytes) {
      const head = this.head(file);
      if (head.length > 0) yield head;
      return;
    }
    this.#last = undefined;
    for (let at = 0; at < file.size; at += pieceBytes) {
      const room = this.#buffer.subarray(0, Math.min(pieceBytes, file.size - at));
      const length = readFully(file.fd, room, at);
      if (length > 0) yield room.subarray(0, length);
      if (length < room.length) return;
    }
  }
}

function readFully(fd: number, buffer: Buffer, from: number): number {
  let done = 0;
  while (done < buffer.length) {
    const length = readSync(fd, buffer, done, buffer.length - done, from + done);
    if (length === 0) break;
    done += length;
  }
  return done;
}
