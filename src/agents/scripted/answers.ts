import type { Answer, Ask } from "#domain/question";
import { defined } from "#lib/defined";

interface Waiting {
  readonly ask: Ask;
  readonly digest: string;
  readonly take: (answer: Answer) => void;
}

/**
 * The answers of one turn. After a restart the hub may hand one over before the replay has come to its question, and may
 * hand it over twice. Each question is waited for once, so a second copy finds nobody; and it takes only an answer that was
 * given for its own subject. Somebody at the terminal may be faster than the hub.
 */
export class Answers {
  readonly #early = new Map<string, Answer>();
  readonly #settled = new Set<string>();
  #waiting: Waiting | undefined;

  put(answer: Answer): void {
    const waiting = this.#waiting;
    if (waiting?.ask.key !== answer.key) this.#early.set(answer.key, answer);
    else if (waiting.digest === answer.digest) waiting.take(answer);
  }

  /** Answers the question that waits, at the terminal: an option by number, id or label, else words. False when none waits. */
  settle(choice: string): boolean {
    const waiting = this.#waiting;
    if (waiting === undefined) return false;
    const { key, options, kind } = waiting.ask;
    const word = choice.toLowerCase();
    const option = options.find((one, i) => String(i + 1) === word || one.id.toLowerCase() === word || one.label.toLowerCase() === word);
    if (option === undefined && kind !== "text") return false;
    this.#settled.add(key);
    waiting.take({ key, digest: waiting.digest, how: "given", by: "terminal", ...defined({ option, text: option === undefined ? choice : undefined }) });
    return true;
  }

  /** The answer came from the terminal, so the hub does not know it yet. */
  wasSettled(key: string): boolean {
    return this.#settled.has(key);
  }

  /** Undefined when the signal aborts first. */
  take(ask: Ask, digest: string, signal: AbortSignal): Promise<Answer | undefined> {
    const early = this.#early.get(ask.key);
    this.#early.delete(ask.key);
    return new Promise((resolve) => {
      const done = (answer: Answer | undefined): void => {
        this.#waiting = undefined;
        signal.removeEventListener("abort", giveUp);
        resolve(answer);
      };
      const giveUp = (): void => done(undefined);
      if (signal.aborted) return resolve(undefined);
      this.#waiting = { ask, digest, take: done };
      signal.addEventListener("abort", giveUp, { once: true });
      if (early?.digest === digest) done(early);
    });
  }
}
