/** The newest bytes of a stream that may be endless. */
export class TailBytes {
  readonly #limit: number;
  #chunks: Uint8Array[] = [];
  #held = 0;
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(chunk: Uint8Array): void {
    this.#total += chunk.length;
    // A copy of what is needed: a small part of a large chunk would keep all of it alive.
    const kept = chunk.length > this.#limit ? chunk.slice(-this.#limit) : chunk;
    this.#chunks.push(kept);
    this.#held += kept.length;
    // Twice the limit before anything is dropped, so that many small chunks do not each move the rest.
    if (this.#held > 2 * this.#limit) this.#drop();
  }

  /** How many bytes came before the ones that are kept. */
  get dropped(): number {
    return this.#total - Math.min(this.#held, this.#limit);
  }

  /** As UTF-8, from a whole character on. */
  text(): string {
    const bytes = Buffer.concat(this.#chunks).subarray(-this.#limit);
    let start = 0;
    if (this.dropped > 0) while (start < bytes.length && start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
    return bytes.subarray(start).toString("utf8");
  }

  #drop(): void {
    const kept = Uint8Array.prototype.slice.call(Buffer.concat(this.#chunks), -this.#limit);
    this.#chunks = [kept];
    this.#held = kept.length;
  }
}
