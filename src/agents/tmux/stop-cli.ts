import { pause } from "#lib/time/clock";
import type { TmuxSeatParts } from "./seat-parts.ts";
import { cleared } from "./submit-prompt.ts";
import type { Terminal } from "./terminal.ts";
import type { TurnRun } from "./turn-run.ts";

const againMs = 1_500;
const withinMs = 4_000;
const lookEveryMs = 50;

export interface Stopping extends Pick<TmuxSeatParts, "profile" | "clock"> {
  readonly terminal: Terminal;
  /** Reads on in the record, and says whether that has the end of the turn. */
  readonly isOverInRecord: () => Promise<boolean>;
}

/** Interrupts what the CLI is doing, and looks until it has stopped; the keys are pressed again when they were not heard. */
export async function stopCli(run: TurnRun, { terminal, profile, clock, isOverInRecord }: Stopping): Promise<void> {
  const { pane } = terminal;
  const never = new AbortController().signal;
  const until = clock.monotonic() + withinMs;
  for (let nextAt = 0; pane?.isOpen === true && !run.isOver && clock.monotonic() < until; await pause(clock, lookEveryMs, never)) {
    const state = await terminal.stateNow();
    if (profile.isWorkShown === false && run.record.wasWritten ? await isOverInRecord() : state.kind === "ready") break;
    if (state.kind === "unknown" || clock.monotonic() < nextAt) continue;
    nextAt = clock.monotonic() + againMs;
    await pane.press(profile.interruptKeys);
  }
  // A prompt that was interrupted early comes back into the composer.
  if (pane?.isOpen === true) await cleared(pane, profile, run.text, clock).catch(() => false);
}
