import { stat } from "node:fs/promises";
import { openRegularFile } from "#lib/fs/regular-file";

const chunkBytes = 256 * 1024;

/** Reads a file that another program appends lines to, from a byte offset on. */
export class TranscriptTail {
  readonly path: string;
  #offset: number;

  constructor(path: string, offset: number) {
    this.path = path;
    this.#offset = offset;
  }

  /** Where the next line begins. */
  get offset(): number {
    return this.#offset;
  }

  static async endOf(path: string): Promise<number> {
    return stat(path).then(
      (found) => found.size,
      () => 0,
    );
  }

  /** Complete lines that were not read before. A file that is not there yet has none. */
  async read(): Promise<readonly string[]> {
    const size = await TranscriptTail.endOf(this.path);
    // It was replaced by a shorter one: what was read before is not in it.
    if (size < this.#offset) this.#offset = 0;
    if (size === this.#offset) return [];
    await using file = await openRegularFile(this.path);
    const parts: Buffer[] = [];
    for (let at = this.#offset; at < size;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(chunkBytes, size - at)), 0, undefined, at);
      if (bytesRead === 0) break;
      parts.push(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    const bytes = Buffer.concat(parts);
    const end = bytes.lastIndexOf(0x0a) + 1;
    this.#offset += end;
    return bytes.subarray(0, end).toString("utf8").split("\n").slice(0, -1);
  }
}
