/** Lets the holder of one token have one large answer per turn of the event loop, so that many of them at once hold up nobody else. */
export interface LargeTurns {
  /** Resolves when the holder may have the next answer; undefined when it may have it now. False when too many wait already. */
  next(holder: string): Promise<void> | undefined | false;
  /** What the holder was just sent. */
  spend(holder: string, bytes: number): void;
}

/** Answers below this are small: any number of them may go out in one turn. */
const largeBytes = 64 * 1024;
const mostWaiting = 200;

export function createLargeTurns(): LargeTurns {
  /** Bytes of this turn, of those who were sent any. */
  const spent = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  let isScheduled = false;

  const turn = (): void => {
    isScheduled = false;
    spent.clear();
    if (waiting.size > 0) schedule();
    for (const [holder, queue] of waiting) {
      const go = queue.shift();
      if (queue.length === 0) waiting.delete(holder);
      go?.();
    }
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(turn);
  };

  return {
    next: (holder) => {
      const queue = waiting.get(holder);
      if (queue === undefined && (spent.get(holder) ?? 0) < largeBytes) return undefined;
      if (queue !== undefined && queue.length >= mostWaiting) return false;
      schedule();
      return new Promise((resolve) => {
        if (queue === undefined) waiting.set(holder, [resolve]);
        else queue.push(resolve);
      });
    },
    spend: (holder, bytes) => {
      if (bytes < largeBytes) return;
      spent.set(holder, (spent.get(holder) ?? 0) + bytes);
      schedule();
    },
  };
}
