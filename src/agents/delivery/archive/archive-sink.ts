import { createHash } from "node:crypto";
import { writevSync } from "node:fs";

export interface Packed {
  readonly bytes: number;
  readonly sha256: string;
}

export class ArchiveTooLarge extends Error {
  override readonly name = "ArchiveTooLarge";
}

/** Gathered before they are written: a call of the system costs more than a small file. */
const gatheredBytes = 1024 * 1024;

/** Appends to a file, counts and hashes, and stops at a size. Runs in a thread of its own, so it may block. */
export class ArchiveSink {
  readonly #fd: number;
  readonly #maxBytes: number;
  readonly #hash = createHash("sha256");
  #gathered: Uint8Array[] = [];
  #gatheredLength = 0;
  #at = 0;

  constructor(fd: number, maxBytes: number) {
    this.#fd = fd;
    this.#maxBytes = maxBytes;
  }

  get at(): number {
    return this.#at;
  }

  write(...chunks: readonly Uint8Array[]): void {
    for (const chunk of chunks) {
      this.#at += chunk.length;
      if (this.#at > this.#maxBytes) throw new ArchiveTooLarge(`more than ${this.#maxBytes} bytes`);
      this.#hash.update(chunk);
      this.#gathered.push(chunk);
      this.#gatheredLength += chunk.length;
    }
    if (this.#gatheredLength >= gatheredBytes) this.#flush();
  }

  finish(): Packed {
    this.#flush();
    return { bytes: this.#at, sha256: this.#hash.digest("hex") };
  }

  #flush(): void {
    const all = Buffer.concat(this.#gathered);
    for (let at = 0; at < all.length;) at += writevSync(this.#fd, [all.subarray(at)]);
    this.#gathered = [];
    this.#gatheredLength = 0;
  }
}
