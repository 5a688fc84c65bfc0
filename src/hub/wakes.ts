import type { Store, Wake } from "#domain/store";
import type { Log } from "#lib/log";

/** What the store committed, for every part that has to react to it. */
export interface Wakes {
  /** Called with each batch, in the order of the commits. A listener that has to wait does so by itself. */
  on(listener: (wakes: readonly Wake[]) => void): void;
  /** The last listener of each batch: the next batch waits for it. */
  run(signal: AbortSignal, last: (wake: Wake) => Promise<void>): Promise<void>;
}

export function createWakes({ store, log }: { readonly store: Pick<Store, "changes">; readonly log: Log }): Wakes {
  const listeners: ((wakes: readonly Wake[]) => void)[] = [];
  return {
    on: (listener) => void listeners.push(listener),
    run: async (signal, last) => {
      for await (const wakes of store.changes(signal)) {
        for (const listener of listeners) listener(wakes);
        for (const wake of wakes) await last(wake).catch((cause: unknown) => log.error({ cause }, "failed to publish a change to the streams"));
      }
    },
  };
}

export function includesTopic(wakes: readonly Wake[], topic: Wake["topic"]): boolean {
  return wakes.some((wake) => wake.topic === topic);
}
