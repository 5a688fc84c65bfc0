import type { Wait } from "#domain/agent-card";
import type { ThreadId } from "#domain/ids";
import type { Clock } from "#lib/clock";

const progressEveryMs = 15_000;

export interface WaitFor {
  readonly agent: string;
  readonly thread: ThreadId;
  readonly afterSeq: number;
  readonly timeoutMs: number;
  readonly callId: string;
  readonly onProgress?: () => void;
}

/** Why a wait is over. The caller reads what there is: waking carries nothing, so it can be repeated and lost. */
export type Woken = "news" | "timeout" | "closed" | "kicked" | "gone";

export interface Waiting {
  wait(wait: WaitFor, signal: AbortSignal): Promise<Woken>;
  /** The thread has lines up to `seq`, or changed in a way that waiters must see. */
  news(thread: ThreadId, seq: number): void;
  close(thread: ThreadId): void;
  kick(agent: string): void;
  all(thread?: ThreadId): readonly Wait[];
  /** Told whenever somebody begins or ends to wait. */
  onChange(listener: (thread: ThreadId) => void): void;
}

interface Waiter extends Wait {
  readonly afterSeq: number;
  readonly end: (why: Woken) => void;
}

/** Who waits where. In memory only: a restart ends every wait, and the waiters come back with their place. */
export function createWaiting(clock: Clock): Waiting {
  const threads = new Map<ThreadId, Set<Waiter>>();
  const listeners: ((thread: ThreadId) => void)[] = [];

  const changed = (thread: ThreadId): void => {
    for (const listener of listeners) listener(thread);
  };

  const endAll = (which: (waiter: Waiter) => boolean, why: Woken, thread?: ThreadId): void => {
    const sets = thread === undefined ? [...threads.values()] : [threads.get(thread) ?? []];
    for (const waiter of sets.flatMap((set) => [...set])) if (which(waiter)) waiter.end(why);
  };

  return {
    wait: ({ agent, thread, afterSeq, timeoutMs, callId, onProgress }, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve("gone");
        let cancelProgress = (): void => {};
        const tick = (): void => {
          cancelProgress = clock.after(progressEveryMs, () => {
            onProgress?.();
            tick();
          });
        };
        const waiter: Waiter = {
          agent,
          thread,
          afterSeq,
          enteredAt: clock.now(),
          timeoutMs,
          callId,
          end: (why) => {
            cancelTimeout();
            cancelProgress();
            signal.removeEventListener("abort", gone);
            const set = threads.get(thread);
            if (set?.delete(waiter) !== true) return;
            if (set.size === 0) threads.delete(thread);
            changed(thread);
            resolve(why);
          },
        };
        const gone = (): void => waiter.end("gone");
        const cancelTimeout = clock.after(timeoutMs, () => waiter.end("timeout"));
        if (onProgress !== undefined) tick();
        signal.addEventListener("abort", gone, { once: true });
        const set = threads.get(thread) ?? new Set();
        threads.set(thread, set.add(waiter));
        changed(thread);
        return undefined;
      }),
    news: (thread, seq) => endAll((waiter) => seq > waiter.afterSeq, "news", thread),
    close: (thread) => endAll(() => true, "closed", thread),
    kick: (agent) => endAll((waiter) => waiter.agent === agent, "kicked"),
    all: (thread) =>
      (thread === undefined ? [...threads.values()] : [threads.get(thread) ?? []])
        .flatMap((set) => [...set])
        .map(({ agent, thread: where, enteredAt, timeoutMs, callId }) => ({ agent, thread: where, enteredAt, timeoutMs, callId })),
    onChange: (listener) => void listeners.push(listener),
  };
}
