import type { Wait } from "#domain/agent-card";
import type { ThreadId } from "#domain/ids";
import type { Clock } from "#lib/time/clock";

const progressEveryMs = 15_000;
/** Nobody holds a connection longer; past 2^31 ms a timer would fire at once. */
const longestMs = 24 * 60 * 60_000;
const mostRemembered = 10_000;
/** How many are woken in one turn of the event loop. Their answers and their next waits take longer than a post, which goes between. */
const wokenPerTurn = 16;

export interface WaitFor {
  readonly agent: string;
  readonly name: string;
  readonly thread: ThreadId;
  readonly timeoutMs: number;
  readonly callId: string;
  /** Of `mark`, taken before the caller looked for news: what came between the look and the wait ends the wait at once. */
  readonly mark: number;
  readonly onProgress?: () => void;
}

/** Why a wait is over. The caller reads what there is: waking carries nothing, so it can be repeated and lost. */
export type Woken = "news" | "timeout" | "kicked" | "gone";

export interface Waiting extends Disposable {
  mark(): number;
  wait(wait: WaitFor, signal: AbortSignal): Promise<Woken>;
  /** The thread went on, or changed in a way that waiters must see. */
  news(thread: ThreadId): void;
  kick(agent: string): void;
  all(thread?: ThreadId): readonly Wait[];
  /** How many wait in the thread. */
  count(thread: ThreadId): number;
  isWaiting(agent: string): boolean;
  /** The thread in which it waits or waited last. */
  lastThread(agent: string): ThreadId | undefined;
  placesOf(agent: string): readonly ThreadId[];
  /** Told whenever somebody begins or ends to wait. */
  onChange(listener: (thread: ThreadId) => void): void;
}

interface Waiter extends Wait {
  readonly end: (why: Woken) => void;
}

/** Who waits where. In memory only: a restart ends every wait, and the waiters come back with their place. */
export function createWaiting(clock: Clock): Waiting {
  const threads = new Map<ThreadId, Set<Waiter>>();
  const agents = new Map<string, Set<Waiter>>();
  const listeners: ((thread: ThreadId) => void)[] = [];
  const newsAt = new Map<ThreadId, number>();
  const kickedAt = new Map<string, number>();
  /** Threads of which nothing is remembered may have had news until then: whoever looked before looks once more. */
  let forgottenAt = 0;
  let now = 0;

  const lastThreads = new Map<string, ThreadId>();
  /** Waiters who are to be woken by news, those who came first first. */
  const due = new Set<Waiter>();
  let cancelTurn: (() => void) | undefined;

  const begin = (waiter: Waiter): void => {
    if (lastThreads.size >= mostRemembered) lastThreads.clear();
    lastThreads.set(waiter.agent, waiter.thread);
    add(threads, waiter.thread, waiter);
    add(agents, waiter.agent, waiter);
    changed(waiter.thread);
  };

  /** False when it was over before. */
  const leave = (waiter: Waiter): boolean => {
    if (!remove(threads, waiter.thread, waiter)) return false;
    due.delete(waiter);
    remove(agents, waiter.agent, waiter);
    changed(waiter.thread);
    return true;
  };

  const changed = (thread: ThreadId): void => {
    for (const listener of listeners) listener(thread);
  };

  /** Some now and the others in the turns after this one, so that a post never waits for a thousand answers. */
  const wakeSome = (): void => {
    cancelTurn = undefined;
    let left = wokenPerTurn;
    for (const waiter of due) {
      if (left-- === 0) return wakeMore();
      waiter.end("news");
    }
  };

  const wakeMore = (): void => {
    const turn = setImmediate(wakeSome);
    cancelTurn = () => clearImmediate(turn);
  };

  const endAll = (which: Iterable<Waiter>, why: Woken): void => {
    for (const waiter of which) waiter.end(why);
  };

  return {
    mark: () => now,
    wait: ({ agent, name, thread, timeoutMs, callId, mark, onProgress }, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve("gone");
        if ((kickedAt.get(agent) ?? 0) > mark) return resolve("kicked");
        if ((newsAt.get(thread) ?? forgottenAt) > mark) return resolve("news");
        let cancelProgress = (): void => {};
        const tick = (): void => {
          cancelProgress = clock.after(progressEveryMs, () => {
            tick();
            onProgress?.();
          });
        };
        const end = (why: Woken): void => {
          cancelTimeout();
          cancelProgress();
          signal.removeEventListener("abort", gone);
          if (leave(waiter)) resolve(why);
        };
        const waiter: Waiter = { agent, name, thread, enteredAt: clock.now(), timeoutMs, callId, end };
        const gone = (): void => end("gone");
        const cancelTimeout = clock.after(Math.min(timeoutMs, longestMs), () => end("timeout"));
        if (onProgress !== undefined) tick();
        signal.addEventListener("abort", gone, { once: true });
        begin(waiter);
        return undefined;
      }),
    news: (thread) => {
      if (newsAt.size >= mostRemembered) {
        newsAt.clear();
        forgottenAt = now;
      }
      newsAt.set(thread, ++now);
      for (const waiter of threads.get(thread) ?? []) due.add(waiter);
      if (cancelTurn === undefined) wakeSome();
    },
    kick: (agent) => {
      kickedAt.set(agent, ++now);
      endAll(agents.get(agent) ?? [], "kicked");
    },
    all: (thread) =>
      (thread === undefined ? [...threads.values()] : [threads.get(thread) ?? []])
        .flatMap((set) => [...set])
        .map(({ agent, name, thread: where, enteredAt, timeoutMs, callId }) => ({ agent, name, thread: where, enteredAt, timeoutMs, callId })),
    count: (thread) => threads.get(thread)?.size ?? 0,
    lastThread: (agent) => lastThreads.get(agent),
    isWaiting: (agent) => agents.has(agent),
    placesOf: (agent) => [...(agents.get(agent) ?? [])].map((waiter) => waiter.thread),
    onChange: (listener) => void listeners.push(listener),
    [Symbol.dispose]: () => {
      cancelTurn?.();
      endAll(
        [...threads.values()].flatMap((set) => [...set]),
        "gone",
      );
    },
  };
}

function add<K>(sets: Map<K, Set<Waiter>>, key: K, waiter: Waiter): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(waiter));
}

function remove<K>(sets: Map<K, Set<Waiter>>, key: K, waiter: Waiter): boolean {
  const set = sets.get(key);
  if (set?.delete(waiter) !== true) return false;
  if (set.size === 0) sets.delete(key);
  return true;
}
