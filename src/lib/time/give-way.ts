const mostItems = 32;
const mostMs = 4;

/**
 * For loops over many listeners: called after each item, it returns a promise when it is time to let others go first, and the loop
 * awaits it. What an item has queued (writes, wake-ups) runs before the loop goes on, so items count as well as time.
 */
export function givingWay(items: number = mostItems): () => Promise<void> | undefined {
  let left = items;
  let since = performance.now();
  return () => {
    left -= 1;
    if (left > 0 && performance.now() - since < mostMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        left = items;
        since = performance.now();
        resolve();
      });
    });
  };
}
