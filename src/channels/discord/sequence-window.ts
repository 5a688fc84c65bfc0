import { newest } from "./snowflakes.ts";

/**
 * Which events of a gateway session are stored. Discord replays a session from the number it is given, so that number stays at the
 * last event before the first that is not stored yet.
 */
export class SequenceWindow {
  readonly #working = new Set<number>();
  /** Stored, behind one that is not; with the message that each brought. */
  readonly #stored = new Map<number, string | undefined>();
  #upTo: number;
  #last: number;

  constructor(start: number) {
    this.#upTo = start;
    this.#last = start;
  }

  /** Everything up to here is stored. */
  get upTo(): number {
    return this.#upTo;
  }

  /** False for one that is stored or under way already: it was replayed. */
  take(sequence: number): boolean {
    if (sequence <= this.#upTo || this.#working.has(sequence) || this.#stored.has(sequence)) return false;
    this.#working.add(sequence);
    this.#last = Math.max(this.#last, sequence);
    return true;
  }

  /** Returns the newest message that is stored together with everything before it, if that has changed. */
  stored(sequence: number, message?: string): string | undefined {
    if (!this.#working.delete(sequence)) return undefined;
    this.#stored.set(sequence, message);
    const upTo = this.#working.size === 0 ? this.#last : Math.min(...this.#working) - 1;
    let last: string | undefined;
    for (const [one, id] of this.#stored) {
      if (one > upTo) continue;
      if (id !== undefined) last = newest(last, id);
      this.#stored.delete(one);
    }
    this.#upTo = upTo;
    return last;
  }
}
