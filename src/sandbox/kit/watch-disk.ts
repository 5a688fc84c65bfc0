import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import type { SandboxSpec } from "#domain/sandbox";
import type { Clock } from "#lib/time/clock";

const lookEveryMs = 500;
/** What a command that cleans up may write meanwhile. */
const cleaningBytes = 1024 * 1024;

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

export interface DiskWatchParts {
  readonly clock: Clock;
  readonly spec: Pick<SandboxSpec, "folders" | "limits">;
  /** Kills everything in the sandbox, background commands and leftovers too. */
  readonly killAll: () => Promise<void>;
}

/**
 * Watches what a sandbox's folders hold for as long as it is open, because commands write also while nobody waits for them. Past
 * the limit everything in it is killed; nothing can write then, so the next look follows the next command. That one may take its
 * time to clean up, as long as it adds nothing.
 */
export class DiskWatch implements Disposable {
  readonly #parts: DiskWatchParts;
  readonly #listeners = new Set<() => void>();
  /** `overtaken`: a command was started while the others were being killed. */
  #state: "resting" | "watching" | "killing" | "overtaken" | "off" = "resting";
  /** The limit, or what was there when it was exceeded. */
  #most: number;
  #cancel = (): void => {};
  #killed: Promise<void> = Promise.resolve();
  #isUntold = false;

  constructor(parts: DiskWatchParts) {
    this.#parts = parts;
    this.#most = parts.spec.limits.diskBytes;
  }

  /** To be called when a command was started. */
  commandStarted(): void {
    if (this.#state === "killing") this.#state = "overtaken";
    if (this.#state !== "resting") return;
    this.#state = "watching";
    this.#lookAfter(lookEveryMs);
  }

  /** Calls `full` before everything is killed; until the returned function is called. */
  onFull(full: () => void): () => void {
    this.#listeners.add(full);
    return () => this.#listeners.delete(full);
  }

  /** When everything has been killed, the last time that the disk was full. */
  killed(): Promise<void> {
    return this.#killed;
  }

  /** True once after everything was killed while nobody listened. */
  takeUntold(): boolean {
    const isUntold = this.#isUntold;
    this.#isUntold = false;
    return isUntold;
  }

  [Symbol.dispose](): void {
    this.#state = "off";
    this.#cancel();
  }

  #lookAfter(waitMs: number): void {
    this.#cancel = this.#parts.clock.after(waitMs, () => {
      this.#look().catch(() => {
        // Whoever runs a command is told that the engine is gone; until then it is tried again.
        if (this.#state !== "off") this.#state = "watching";
        this.#lookAgain();
      });
    });
  }

  #lookAgain(waitMs = lookEveryMs): void {
    if (this.#state === "watching") this.#lookAfter(waitMs);
  }

  async #look(): Promise<void> {
    const { clock, spec, killAll } = this.#parts;
    const { diskBytes } = spec.limits;
    const folders = [spec.folders.workspace, spec.folders.tmpfs];
    const began = clock.monotonic();
    const used = await diskUse(folders, this.#most);
    if (this.#state !== "watching") return;
    if (used <= diskBytes) this.#most = diskBytes;
    // Looking at many files takes its time: it must not take more than a tenth of it.
    if (used <= this.#most) return this.#lookAgain(Math.max(lookEveryMs, 10 * (clock.monotonic() - began)));
    if (this.#listeners.size === 0) this.#isUntold = true;
    this.#state = "killing";
    for (const full of this.#listeners) full();
    this.#killed = killAll();
    await this.#killed;
    if (this.#most === diskBytes) this.#most = Math.max(diskBytes, (await diskUse(folders, Infinity)) + cleaningBytes);
    this.#afterKill();
  }

  #afterKill(): void {
    if (this.#state === "off") return;
    const isOvertaken = this.#state === "overtaken";
    this.#state = "resting";
    if (isOvertaken) this.commandStarted();
  }
}
