import { TailBytes } from "#lib/text/tail-bytes";
import { keepBothEnds } from "#lib/text/truncate";

/** The beginning and the end of a stream that may be endless. */
export class BoundedOutput {
  readonly #limit: number;
  readonly #head: Uint8Array[] = [];
  readonly #tail: TailBytes;
  #headRoom: number;
  #total = 0;

  /** In characters; up to four bytes each are held. */
  constructor(limit: number) {
    this.#limit = limit;
    this.#headRoom = 2 * limit;
    this.#tail = new TailBytes(2 * limit);
  }

  get total(): number {
    return this.#total;
  }

  push(chunk: Uint8Array): void {
    this.#total += chunk.length;
    const first = chunk.subarray(0, this.#headRoom);
    if (first.length > 0) this.#head.push(first.slice());
    this.#headRoom -= first.length;
    if (first.length < chunk.length) this.#tail.push(chunk.subarray(first.length));
  }

  /** Not longer than the limit; says where something is missing. */
  text(): string {
    const head = Buffer.concat(this.#head).toString("utf8");
    const leftOut = this.#tail.dropped;
    const text = leftOut === 0 ? head + this.#tail.text() : `${head}${marker(leftOut)}${this.#tail.text()}`;
    return keepBothEnds(text, this.#limit, marker(Math.max(0, text.length - this.#limit) + leftOut));
  }
}

function marker(leftOut: number): string {
  return `\n[... about ${leftOut} characters left out ...]\n`;
}
