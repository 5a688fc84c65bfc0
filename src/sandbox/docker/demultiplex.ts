/** Splits the engine's stream of frames: one byte for which of the two, three empty, four for the length. */
export class Demultiplexer {
  readonly #out: (chunk: Uint8Array) => void;
  readonly #err: (chunk: Uint8Array) => void;
  readonly #header = Buffer.alloc(8);
  #headerLength = 0;
  #left = 0;

  constructor(out: (chunk: Uint8Array) => void, err: (chunk: Uint8Array) => void) {
    this.#out = out;
    this.#err = err;
  }

  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#left === 0) {
        const taken = Math.min(8 - this.#headerLength, chunk.length - at);
        chunk.copy(this.#header, this.#headerLength, at, at + taken);
        this.#headerLength += taken;
        at += taken;
        if (this.#headerLength < 8) return;
        this.#headerLength = 0;
        this.#left = this.#header.readUInt32BE(4);
        continue;
      }
      const taken = Math.min(this.#left, chunk.length - at);
      (this.#header[0] === 2 ? this.#err : this.#out)(chunk.subarray(at, at + taken));
      this.#left -= taken;
      at += taken;
    }
  }
}
