import { promisify } from "node:util";
import { constants, deflateRaw } from "node:zlib";

const deflate = promisify(deflateRaw);
const atOnce = 4;

/**
 * Compresses pieces on the thread pool, several at a time, and hands them on in their order. Joined, they are one deflate stream:
 * every piece but the last ends on a whole byte without ending the stream.
 */
export class PieceDeflater {
  readonly #write: (packed: Buffer) => void;
  readonly #waiting: Promise<Buffer>[] = [];

  constructor(write: (packed: Buffer) => void) {
    this.#write = write;
  }

  async push(piece: Buffer): Promise<void> {
    const packed = deflate(piece, { finishFlush: constants.Z_SYNC_FLUSH });
    packed.catch(() => {});
    this.#waiting.push(packed);
    if (this.#waiting.length >= atOnce) await this.#next();
  }

  /** Writes what is left, and the end of the stream. */
  async end(): Promise<void> {
    while (this.#waiting.length > 0) await this.#next();
    this.#write(await deflate(Buffer.alloc(0)));
  }

  async #next(): Promise<void> {
    const packed = await this.#waiting.shift();
    if (packed !== undefined) this.#write(packed);
  }
}
