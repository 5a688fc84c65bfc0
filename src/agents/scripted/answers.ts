import type { Answer } from "#domain/question";

/**
 * The answers of one turn. After a restart the hub may hand one over before the replay has come to its question, and may
 * hand it over twice. Each question is waited for once, so a second copy finds nobody; and it takes only an answer that was
 * given for its own subject.
 */
export class Answers {
  readonly #early = new Map<string, Answer>();
  #waiting: { readonly key: string; readonly digest: string; readonly take: (answer: Answer) => void } | undefined;

  put(answer: Answer): void {
    const waiting = this.#waiting;
    if (waiting?.key !== answer.key) this.#early.set(answer.key, answer);
    else if (waiting.digest === answer.digest) waiting.take(answer);
  }

  /** Undefined when the signal aborts first. */
  take(key: string, digest: string, signal: AbortSignal): Promise<Answer | undefined> {
    const early = this.#early.get(key);
    this.#early.delete(key);
    return new Promise((resolve) => {
      const done = (answer: Answer | undefined): void => {
        this.#waiting = undefined;
        signal.removeEventListener("abort", giveUp);
        resolve(answer);
      };
      const giveUp = (): void => done(undefined);
      if (signal.aborted) return resolve(undefined);
      this.#waiting = { key, digest, take: done };
      signal.addEventListener("abort", giveUp, { once: true });
      if (early?.digest === digest) done(early);
    });
  }
}
