/** Work of one key runs one after another, in the order it came; keys never wait for each other. A failure stays with its own caller. */
export class KeyedQueue<K> {
  readonly #tails = new Map<K, Promise<unknown>>();

  run<T>(key: K, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key);
    const mine = before === undefined ? work() : before.then(work, work);
    this.#tails.set(key, mine);
    const forget = (): void => {
      if (this.#tails.get(key) === mine) this.#tails.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  }

  get size(): number {
    return this.#tails.size;
  }

  /** Resolves when everything that was queued by now is over. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#tails.values());
  }
}
