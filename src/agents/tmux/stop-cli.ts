import { pause, type Clock } from "#lib/time/clock";
import type { TmuxPane } from "#wire/tmux/tmux-pane";
import type { RecordReader } from "./record-reader.ts";
import type { TmuxSeatParts } from "./seat-parts.ts";
import { cleared } from "./submit-prompt.ts";
import type { Terminal } from "./terminal.ts";
import type { TurnRun } from "./turn-run.ts";

const againMs = 1_500;
/** On a busy machine a CLI may hear its keys late: a turn is not called stopped while it goes on. */
const withinMs = 12_000;
const lookEveryMs = 50;
const betweenMs = 250;

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
    await pressApart(pane, profile.interruptKeys, clock);
  }
  // A prompt that was interrupted early comes back into the composer.
  if (pane?.isOpen === true) await cleared(pane, profile, run.text, clock).catch(() => false);
}

/** One after the other: two Escapes at once are another key. */
async function pressApart(pane: Pick<TmuxPane, "press">, keys: readonly string[], clock: Clock): Promise<void> {
  for (const [i, key] of keys.entries()) {
    if (i > 0) await pause(clock, betweenMs, new AbortController().signal);
    await pane.press([key]);
  }
}
