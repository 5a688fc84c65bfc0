/** Lines out of chunks of bytes. Only what is new is searched: a line may come in many pieces. */
export class LinePieces {
  readonly #mostBytes: number;
  #pieces: Buffer[] = [];
  #length = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** The lines that are whole by now, without those that are blank. Undefined once a line is too long; what there was of it is dropped. */
  push(chunk: Buffer): readonly string[] | undefined {
    // The end of a line is a byte of no other character.
    const end = chunk.lastIndexOf(10);
    const whole = end < 0 ? "" : Buffer.concat([...this.#pieces, chunk.subarray(0, end)]).toString("utf8");
    if (end >= 0) this.#clear();
    const rest = chunk.subarray(end + 1);
    this.#pieces.push(rest);
    this.#length += rest.length;
    if (this.#length > this.#mostBytes) {
      this.#clear();
      return undefined;
    }
    return whole.split("\n").filter((line) => line.trim() !== "");
  }

  #clear(): void {
    this.#pieces = [];
    this.#length = 0;
  }
}
