import { pause, type Clock } from "#lib/time/clock";
import type { Tree } from "./end-all.ts";
import { procEntry } from "./proc.ts";

const lookEveryMs = 250;

export function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Already exited.
  }
}

export function killOne(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Already exited.
  }
}

/** A process that is not our child has no exit code; we only notice that it is gone. Never resolves after it was released. */
export async function gone({ pid, began }: Tree, clock: Clock, signal: AbortSignal): Promise<{ readonly exitCode?: number }> {
  while ((await procEntry(pid))?.began === began) {
    await pause(clock, lookEveryMs, signal);
    if (signal.aborted) return new Promise(() => {});
  }
  return {};
}
