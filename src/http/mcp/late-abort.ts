/** Where a signal is found by whoever needs it. An AbortController is one. */
export interface AbortSource {
  readonly signal: AbortSignal;
}

/** The reason where none is given. Without one, each abort would make an exception with its stack. */
const over = new Error("the call is over");

/**
 * An AbortController that comes to be when somebody looks at its signal: most calls are over before anybody does.
 * A class, like all that has a getter and is made for each call: a literal with a getter makes a hidden class of its own each
 * time, which lives in the old space and keeps the whole call alive with it until the next full collection.
 */
export class LateAbort implements AbortSource {
  readonly #looked: (() => void) | undefined;
  #controller: AbortController | undefined;
  #over: { readonly reason: unknown } | undefined;

  /** `looked` is called once, when the signal is first asked for. */
  constructor(looked?: () => void) {
    this.#looked = looked;
  }

  get signal(): AbortSignal {
    if (this.#controller !== undefined) return this.#controller.signal;
    const controller = new AbortController();
    this.#controller = controller;
    if (this.#over !== undefined) controller.abort(this.#over.reason);
    this.#looked?.();
    return controller.signal;
  }

  abort(reason: unknown = over): void {
    this.#over ??= { reason };
    this.#controller?.abort(reason);
  }
}
