/** Waits for a state instead of for time: every change asks all open predicates again. */
export class Waiting {
  readonly #open = new Set<() => void>();

  changed(): void {
    // A set may lose members while it is walked.
    for (const look of this.#open) look();
  }

  /** Resolves with the first value of `look` that is neither undefined nor false. Rejects with `what` after `timeoutMs`. */
  for<T>(look: () => T | undefined | false, what: () => string, options: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {}): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const { timeoutMs = 10_000, signal } = options;
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", aborted);
      this.#open.delete(again);
    };
    const fail = (why: string): void => {
      done();
      reject(new Error(`${why}: ${what()}`));
    };
    const aborted = (): void => fail("called off");
    const again = (): void => {
      try {
        const value = look();
        if (value === undefined || value === false) return;
        done();
        resolve(value);
      } catch (error) {
        done();
        reject(error);
      }
    };
    const timer = setTimeout(() => fail(`nothing came within ${timeoutMs} ms`), timeoutMs);
    this.#open.add(again);
    if (signal?.aborted === true) aborted();
    else {
      signal?.addEventListener("abort", aborted, { once: true });
      again();
    }
    return promise;
  }
}
