import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "#lib/time/clock";

const lookEveryMs = 500;

/** Bytes on disk below the folders; links are not followed. Stops counting past `most`. */
async function diskUse(folders: readonly string[], most: number): Promise<number> {
  let used = 0;
  const pending = [...folders];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    // A folder or file that is gone by now uses nothing.
    const entries = await opendir(folder).catch(() => undefined);
    if (entries === undefined) continue;
    for await (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) pending.push(path);
      used += await lstat(path).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      );
      if (used > most) return used;
    }
  }
  return used;
}

/** Calls `full` once, when the folders hold more than so many bytes; until the returned function is called. */
export function watchDisk(clock: Clock, folders: readonly string[], most: number, full: () => void): () => void {
  let isOff = false;
  let cancel = (): void => {};
  const look = async (): Promise<void> => {
    const began = clock.monotonic();
    const used = await diskUse(folders, most);
    if (isOff) return;
    if (used > most) return full();
    // Looking at many files takes its time: it must not take more than a tenth of it.
    cancel = clock.after(Math.max(lookEveryMs, 10 * (clock.monotonic() - began)), again);
  };
  const again = (): void => {
    look().catch(() => {
      if (!isOff) cancel = clock.after(lookEveryMs, again);
    });
  };
  cancel = clock.after(lookEveryMs, again);
  return () => {
    isOff = true;
    cancel();
  };
}
