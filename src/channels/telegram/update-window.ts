const mostFailures = 20;

/**
 * Which updates are under way. Telegram confirms them only up to a number, so the offset stays at the first that is not stored yet;
 * those after it come again with every poll, and are left out here.
 */
export class UpdateWindow {
  readonly #open = new Map<number, "working" | "failed">();
  readonly #failures = new Map<number, number>();
  readonly #done = new Set<number>();
  #last: number | undefined;
  #changed = Promise.withResolvers<undefined>();

  /** What the next poll confirms: everything below it. Undefined before the first update. */
  get offset(): number | undefined {
    if (this.#open.size > 0) return Math.min(...this.#open.keys());
    return this.#last === undefined ? undefined : this.#last + 1;
  }

  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  get hasFailed(): boolean {
    return [...this.#open.values()].includes("failed");
  }

  /** The updates of a poll that nobody works on yet. `confirmed`: the offset that this poll went out with; what is below it never comes again. */
  take(ids: readonly number[], confirmed = 0): readonly number[] {
    for (const one of this.#done) if (one < confirmed) this.#done.delete(one);
    const fresh = ids.filter((id) => !this.#done.has(id) && this.#open.get(id) !== "working");
    for (const id of fresh) this.#open.set(id, "working");
    this.#last = ids.at(-1) ?? this.#last;
    return fresh;
  }

  stored(id: number): void {
    this.#open.delete(id);
    this.#failures.delete(id);
    this.#done.add(id);
    this.#tell();
  }

  /** It comes again with the next poll. */
  failed(id: number): void {
    this.#open.set(id, "failed");
    this.#failures.set(id, (this.#failures.get(id) ?? 0) + 1);
    this.#tell();
  }

  /**
   * Leaves out the first of these, which failed again and again while all others could be stored: as many updates as a poll can bring
   * stand behind it, and nothing new would ever come. Returns it.
   */
  giveUp(ids: readonly number[]): number | undefined {
    const [first, ...rest] = ids;
    if (first === undefined || (this.#failures.get(first) ?? 0) < mostFailures || !rest.every((id) => this.#done.has(id))) return undefined;
    this.stored(first);
    return first;
  }

  /** Resolves at the next change. */
  changed(): Promise<undefined> {
    return this.#changed.promise;
  }

  #tell(): void {
    this.#changed.resolve(undefined);
    this.#changed = Promise.withResolvers<undefined>();
  }
}
