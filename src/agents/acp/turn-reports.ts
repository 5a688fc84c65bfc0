import type { Heard, TurnEvent } from "#domain/agent";
import type { TurnSink } from "#agents/kit/one-ending";

interface Waiting {
  event: TurnEvent;
  readonly done: PromiseWithResolvers<Heard | undefined>;
}

/**
 * What one turn reports, in order and one after the other. Text that waits is put together, so that an agent that writes faster
 * than the hub stores holds no long list of pieces. After a failure nothing more is reported.
 */
export class TurnReports {
  readonly #sink: TurnSink;
  readonly #failed: (cause: unknown) => void;
  readonly #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(sink: TurnSink, failed: (cause: unknown) => void) {
    this.#sink = sink;
    this.#failed = failed;
  }

  /** Undefined when it was not reported: the turn is over, or the hub could not keep something before it. */
  add(event: TurnEvent): Promise<Heard | undefined> {
    if (this.#isClosed) return Promise.resolve(undefined);
    const last = this.#waiting.at(-1);
    if (last !== undefined && last.event.kind === "delta" && event.kind === "delta") {
      last.event = { ...event, text: last.event.text + event.text };
      return last.done.promise;
    }
    const done = Promise.withResolvers<Heard | undefined>();
    this.#waiting.push({ event, done });
    this.#running ??= this.#run();
    return done.promise;
  }

  /** From now on nothing is taken; what waits is dropped. */
  close(): void {
    this.#isClosed = true;
    for (const { done } of this.#waiting.splice(0)) done.resolve(undefined);
  }

  /** Resolves when everything that was added has been reported. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // The caller goes first: a turn begins before it reports.
    await Promise.resolve();
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        next.done.resolve(await this.#sink.happened(next.event));
      } catch (cause) {
        next.done.resolve(undefined);
        if (!this.#isClosed) this.#failed(cause);
        this.close();
      }
    }
    this.#running = undefined;
  }
}
