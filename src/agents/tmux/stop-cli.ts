import { pause } from "#lib/time/clock";
import type { RecordReader } from "./record-reader.ts";
import type { TmuxSeatParts } from "./seat-parts.ts";
import { cleared } from "./submit-prompt.ts";
import type { Terminal } from "./terminal.ts";
import type { TurnRun } from "./turn-run.ts";

const againMs = 1_500;
const withinMs = 4_000;
const lookEveryMs = 50;

export interface Stopping extends Pick<TmuxSeatParts, "profile" | "clock"> {
  readonly terminal: Terminal;
  readonly reader: RecordReader;
}

/** Interrupts what the CLI is doing, and looks until it has stopped; the keys are pressed again when they were not heard. */
export async function stopCli(run: TurnRun, { terminal, profile, clock, reader }: Stopping): Promise<void> {
  const { pane } = terminal;
  const never = new AbortController().signal;
  const until = clock.monotonic() + withinMs;
  for (let nextAt = 0; pane?.isOpen === true && !run.isOver && clock.monotonic() < until; await pause(clock, lookEveryMs, never)) {
    const state = await terminal.stateNow();
    await reader.read();
    if (run.record.isOver || (state.kind === "ready" && (profile.isWorkShown !== false || !run.record.wasWritten))) break;
    if (state.kind === "unknown" || clock.monotonic() < nextAt) continue;
    nextAt = clock.monotonic() + againMs;
    await pane.press(profile.interruptKeys);
  }
  // A prompt that was interrupted early comes back into the composer.
  if (pane?.isOpen === true) await cleared(pane, profile, run.text, clock).catch(() => false);
}
