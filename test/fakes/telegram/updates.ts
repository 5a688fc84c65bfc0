/** Updates that were not confirmed, and the one poll that may wait for more. */
export class Updates {
  readonly #queue: { readonly update_id: number }[] = [];
  #last: number;
  #allowed: ReadonlySet<string> | undefined;
  #waiting: { answer(updates: readonly unknown[]): void; conflict(): void } | undefined;
  /** What Telegram leaves out unless it is asked for by name. */
  static readonly #extra = new Set(["message_reaction", "message_reaction_count", "chat_member"]);

  constructor(first: number) {
    this.#last = first - 1;
  }

  get unconfirmed(): readonly { readonly update_id: number }[] {
    return this.#queue;
  }
  get isPolled(): boolean {
    return this.#waiting !== undefined;
  }

  add(kind: string, content: unknown): number {
    const wanted = this.#allowed === undefined ? !Updates.#extra.has(kind) : this.#allowed.has(kind);
    this.#last += 1;
    if (!wanted) return this.#last;
    this.#queue.push({ update_id: this.#last, [kind]: content });
    // What is said in the same moment comes with one answer.
    setImmediate(() => this.#tell());
    return this.#last;
  }

  /** Confirms everything below the offset. An older poll is ended by a newer one. */
  poll({ offset = 0, limit = 100, timeout = 0, allowed }: { offset?: number; limit?: number; timeout?: number; allowed?: readonly string[] }): {
    readonly answer: Promise<readonly unknown[] | "conflict">;
    leave(): void;
  } {
    // An empty list asks for the usual kinds.
    if (allowed !== undefined) this.#allowed = allowed.length === 0 ? undefined : new Set(allowed);
    while (this.#queue[0] !== undefined && this.#queue[0].update_id < offset) this.#queue.shift();
    this.#waiting?.conflict();
    const { promise, resolve } = Promise.withResolvers<readonly unknown[] | "conflict">();
    const timer = setTimeout(() => mine.answer([]), timeout * 1000);
    const done = (): void => {
      clearTimeout(timer);
      if (this.#waiting === mine) this.#waiting = undefined;
    };
    const mine = {
      answer: (updates: readonly unknown[]) => {
        done();
        resolve(updates.slice(0, limit));
      },
      conflict: () => {
        done();
        resolve("conflict");
      },
    };
    this.#waiting = mine;
    this.#tell();
    return { answer: promise, leave: done };
  }

  #tell(): void {
    if (this.#queue.length > 0) this.#waiting?.answer([...this.#queue]);
  }
}
