/** The newest so many of what was put in. */
export class RingBuffer<T> {
  readonly #capacity: number;
  #items: T[] = [];
  /** Where the oldest stands, once it is full. */
  #oldest = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#items.length;
  }

  /** Returns the oldest one when it had to make room. */
  push(item: T): T | undefined {
    if (this.#items.length < this.#capacity) {
      this.#items.push(item);
      return undefined;
    }
    const out = this.#items[this.#oldest];
    this.#items[this.#oldest] = item;
    this.#oldest = (this.#oldest + 1) % this.#capacity;
    return out;
  }

  /** Oldest first. */
  all(): readonly T[] {
    return [...this.#items.slice(this.#oldest), ...this.#items.slice(0, this.#oldest)];
  }

  /** Takes all out, oldest first. */
  drain(): readonly T[] {
    const all = this.all();
    this.#items = [];
    this.#oldest = 0;
    return all;
  }
}
