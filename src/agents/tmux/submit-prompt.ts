import { pause, type Clock } from "#lib/time/clock";
import type { TmuxPane } from "#wire/tmux/tmux-pane";
import type { Profile, ScreenState } from "./profile.ts";
import type { Terminal } from "./terminal.ts";
import type { TurnRun } from "./turn-run.ts";

/** Between the paste and Enter: an Enter that comes with the paste is taken for a line break. */
const beforeEnterMs = 200;
const shownWithinMs = 3_000;
const takenWithinMs = 2_500;
const takenAfterCorrectionMs = 6_000;
const clearedWithinMs = 2_000;
const lookEveryMs = 50;
const never = new AbortController().signal;

export type Submitted = "taken" | "notTaken" | "stillTyped" | "stopped" | "menu";

/**
 * Pastes a prompt, presses Enter and waits for proof that it was taken: the hook, the transcript, or for commands of the CLI's own
 * an empty composer. One correction: Enter once more. What was not taken is removed, so that it never sticks to the next message.
 */
export async function submitPrompt(pane: TmuxPane, profile: Profile, run: TurnRun, clock: Clock): Promise<Submitted> {
  const { signal } = run.stop;
  const now = async (): Promise<ScreenState> => profile.readScreen(await pane.capture());
  const waitFor = async (isSo: (state: ScreenState) => boolean, withinMs: number): Promise<boolean> => {
    for (const until = clock.monotonic() + withinMs; !signal.aborted && clock.monotonic() < until; await pause(clock, lookEveryMs, signal))
      if (isSo(await now())) return true;
    return false;
  };

  // Looked at once more, right before the first key: free text never goes to a menu.
  const before = await now();
  if (before.kind !== "ready") return "menu";
  await pane.paste(run.text);
  await waitFor((state) => holds(state, profile, run.text), shownWithinMs);
  await pause(clock, beforeEnterMs, signal);
  if (signal.aborted) return (await cleared(pane, profile, run.text, clock)) ? "stopped" : "stillTyped";
  const pasted = await now();
  // Somebody typed at the same moment: what stands there is not ours alone, and nobody presses Enter on it.
  if (pasted.kind === "menu") return "menu";
  if (!holds(pasted, profile, run.text)) return "composer" in pasted && pasted.composer !== "" ? "stillTyped" : "notTaken";
  await pane.press(["Enter"]);
  if (await proven(run, profile, takenWithinMs, clock, now)) return "taken";
  if (!signal.aborted && holds(await now(), profile, run.text)) {
    await pane.press(["Enter"]);
    if (await proven(run, profile, takenAfterCorrectionMs, clock, now)) return "taken";
  }
  // It has left the composer: the hook may be slow, and the transcript will tell.
  if (!holds(await now(), profile, run.text) && (await proven(run, profile, takenAfterCorrectionMs, clock, now))) return "taken";
  return (await cleared(pane, profile, run.text, clock)) ? "notTaken" : "stillTyped";
}

/** A paste that may have been cut off is sent if it still stands there. False when it is not to be found. */
export async function finishPasting(run: TurnRun, terminal: Terminal, profile: Profile): Promise<boolean> {
  const state = await terminal.stateNow();
  const isHeld = state.kind === "ready" && holds(state, profile, run.text);
  if (isHeld) await terminal.pane?.press(["Enter"]);
  return isHeld || state.kind === "busy";
}

async function proven(run: TurnRun, profile: Profile, withinMs: number, clock: Clock, now: () => Promise<ScreenState>): Promise<boolean> {
  let isTaken = false;
  run.taken.promise.then(
    () => (isTaken = true),
    () => {},
  );
  for (const until = clock.monotonic() + withinMs; !run.stop.signal.aborted && clock.monotonic() < until; await pause(clock, lookEveryMs, run.stop.signal)) {
    if (isTaken) return true;
    if (profile.isOwnCommand(run.text) && !holds(await now(), profile, run.text)) return true;
  }
  return isTaken;
}

function holds(state: ScreenState, profile: Profile, text: string): boolean {
  return (state.kind === "ready" || state.kind === "busy") && state.composer !== "" && profile.holdsPrompt(state.composer, text);
}

/** Whether the composer is empty now. Removes only what Parley itself typed, and presses once: the same keys again would end the CLI. */
export async function cleared(pane: TmuxPane, profile: Profile, text: string, clock: Clock): Promise<boolean> {
  const isHeld = async (): Promise<boolean> => holds(profile.readScreen(await pane.capture()), profile, text);
  if (!(await isHeld())) return true;
  await pane.press(profile.clearKeys);
  for (const until = clock.monotonic() + clearedWithinMs; clock.monotonic() < until; await pause(clock, lookEveryMs, never)) if (!(await isHeld())) return true;
  return false;
}
