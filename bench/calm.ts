import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

const lookMs = 200;
const quiet = 0.9;

/** Waits until other programs leave the processors alone, though not for ever. Where nobody can tell it does not wait. */
export async function calm(mostMs = 20_000): Promise<void> {
  for (let waited = 0; waited < mostMs; waited += lookMs) {
    const before = ticks();
    if (before === undefined) return;
    await setTimeout(lookMs);
    const after = ticks();
    if (after === undefined || (after.idle - before.idle) / (after.all - before.all) > quiet) return;
  }
}

function ticks(): { readonly idle: number; readonly all: number } | undefined {
  try {
    const [first = ""] = readFileSync("/proc/stat", "utf8").split("\n");
    const counts = first.split(/\s+/u).slice(1).map(Number);
    return { idle: (counts[3] ?? 0) + (counts[4] ?? 0), all: counts.reduce((sum, one) => sum + one, 0) };
  } catch {
    return undefined;
  }
}
