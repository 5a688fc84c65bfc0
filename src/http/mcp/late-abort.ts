/** An AbortController that comes to be when somebody looks at its signal: most calls are over before anybody does. */
export interface LateAbort {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

/** `looked` is called once, when the signal is first asked for. */
export function lateAbort(looked: () => void = () => {}): LateAbort {
  let controller: AbortController | undefined;
  let over: { readonly reason: unknown } | undefined;
  return {
    get signal() {
      if (controller !== undefined) return controller.signal;
      controller = new AbortController();
      if (over !== undefined) controller.abort(over.reason);
      looked();
      return controller.signal;
    },
    abort: (reason) => {
      over ??= { reason };
      controller?.abort(reason);
    },
  };
}
