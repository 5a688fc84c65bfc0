import type { Wake } from "#domain/store";

/** The latest per topic: of two wakes for one thread, the higher rev wins. */
export type WakeSet = Map<string, Wake>;

export function addWake(set: WakeSet, wake: Wake): void {
  set.set(keyOf(wake), wake);
}

// Ids are prefixed with their kind, so they cannot collide with each other or with plain topics.
function keyOf(wake: Wake): string {
  switch (wake.topic) {
    case "thread":
      return wake.thread;
    case "session":
      return wake.session;
    case "question":
      return wake.question;
    case "run":
      return wake.run;
    case "outbox":
    case "people":
    case "agents":
      return wake.topic;
  }
}

export interface Broadcast {
  readonly emit: (wakes: WakeSet) => void;
  readonly listen: (signal: AbortSignal) => AsyncIterable<readonly Wake[]>;
  /** Ends every listener. */
  end(): void;
}

interface Listener {
  pending: WakeSet;
  wakeUp: (() => void) | undefined;
}

/** Each listener has its own pending set: a slow one gets fewer, larger batches and never delays the others. */
export function broadcast(): Broadcast {
  const listeners = new Set<Listener>();
  let isOver = false;
  return {
    emit: (wakes) => {
      for (const listener of listeners) {
        for (const [key, wake] of wakes) listener.pending.set(key, wake);
        listener.wakeUp?.();
      }
    },
    // Subscribes immediately, not at the first `next`, so that nothing committed in between is lost.
    listen: (signal) => {
      const listener: Listener = { pending: new Map(), wakeUp: undefined };
      listeners.add(listener);
      const leave = (): void => {
        listeners.delete(listener);
        listener.wakeUp?.();
      };
      if (signal.aborted || isOver) leave();
      else signal.addEventListener("abort", leave, { once: true });
      return batches(
        listener,
        () => listeners.has(listener),
        () => {
          signal.removeEventListener("abort", leave);
          leave();
        },
      );
    },
    end: () => {
      isOver = true;
      const all = [...listeners];
      listeners.clear();
      for (const listener of all) listener.wakeUp?.();
    },
  };
}

async function* batches(listener: Listener, isListening: () => boolean, leave: () => void): AsyncGenerator<readonly Wake[], void, undefined> {
  try {
    while (isListening()) {
      if (listener.pending.size === 0) {
        await new Promise<void>((resolve) => {
          listener.wakeUp = resolve;
        });
        listener.wakeUp = undefined;
        continue;
      }
      const batch = [...listener.pending.values()];
      listener.pending = new Map();
      yield batch;
    }
  } finally {
    leave();
  }
}
