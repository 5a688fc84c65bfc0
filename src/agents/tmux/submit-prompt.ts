import { pause, type Clock } from "#lib/time/clock";
import type { TmuxPane } from "#wire/tmux/tmux-pane";
import type { Profile, ScreenState } from "./profile.ts";
import { withoutPictures } from "./same-text.ts";
import type { Terminal } from "./terminal.ts";
import type { TurnRun } from "./turn-run.ts";

/** Between the paste and Enter: an Enter that comes with the paste is taken for a line break. */
const beforeEnterMs = 200;
/** A CLI that is still loading takes a paste much later than it draws its composer. */
const shownWithinMs = 20_000;
const takenWithinMs = 2_500;
const takenAfterCorrectionMs = 6_000;
const menuStaysMs = 1_200;
const pictureWithinMs = 10_000;
const clearedWithinMs = 2_000;
const lookEveryMs = 50;
const menuLookMs = 200;
const never = new AbortController().signal;

export type Submitted = "taken" | "notTaken" | "stillTyped" | "stopped" | "menu";

/**
 * Pastes a prompt, presses Enter and waits for proof that it was taken: the hook, the transcript, or for commands of the CLI's own
 * an empty composer. One correction: Enter once more. What was not taken is removed, so that it never sticks to the next message.
 * `menu`: a dialog stands in the way, before or after Enter. When it is answered, this is called once more and goes on from there.
 */
export async function submitPrompt(pane: TmuxPane, profile: Profile, run: TurnRun, clock: Clock): Promise<Submitted> {
  const { signal } = run.stop;
  const now = async (): Promise<ScreenState> => profile.readScreen(await pane.capture());
  const awaited = async (): Promise<ScreenState> => profile.readScreen(await pane.captureChanged());
  const waitFor = async (isSo: (state: ScreenState) => boolean, withinMs: number): Promise<boolean> => {
    for (const until = clock.monotonic() + withinMs; !signal.aborted && clock.monotonic() < until; await pause(clock, lookEveryMs, signal))
      if (isSo(await awaited())) return true;
    return false;
  };
  const isProven = (withinMs: number) => proven(run, profile, withinMs, clock, awaited);

  // Looked at once more, right before the first key: free text never goes to a menu.
  const before = await now();
  if (before.kind !== "ready") return "menu";
  if (!run.isPasted || !holds(before, profile, run.text)) {
    run.isPasted = true;
    await pane.paste(run.text);
    await waitFor((state) => state.kind === "menu" || holds(state, profile, run.text), shownWithinMs);
    for (const [i, picture] of run.pictures.entries()) {
      if (signal.aborted || !holds(await now(), profile, run.text)) break;
      await pane.paste(picture);
      await waitFor((state) => "composer" in state && marksIn(state.composer) > i, pictureWithinMs);
    }
    await pause(clock, beforeEnterMs, signal);
  }
  if (signal.aborted) return (await cleared(pane, profile, run.text, clock)) ? "stopped" : "stillTyped";
  const pasted = await now();
  if (pasted.kind === "menu") return "menu";
  // Somebody typed at the same moment, and what stands there is not ours alone; or the paste is still to come. Nobody presses Enter on it.
  if (!holds(pasted, profile, run.text)) return "stillTyped";
  await pane.press(["Enter"]);
  const first = await isProven(takenWithinMs);
  if (first !== "no") return first;
  if (!signal.aborted && holds(await now(), profile, run.text)) {
    await pane.press(["Enter"]);
    const second = await isProven(takenAfterCorrectionMs);
    if (second !== "no") return second;
  }
  // It has left the composer: the hook may be slow, and the transcript will tell.
  const last = holds(await now(), profile, run.text) ? "no" : await isProven(takenAfterCorrectionMs);
  if (last !== "no") return last;
  return (await cleared(pane, profile, run.text, clock)) ? "notTaken" : "stillTyped";
}

/** A dialog stood in the way after Enter, and is answered. Whether the CLI had the prompt before, or takes it up now. */
export async function tookPrompt(pane: TmuxPane, profile: Profile, run: TurnRun, clock: Clock): Promise<boolean> {
  const now = async (): Promise<ScreenState> => profile.readScreen(await pane.capture());
  if (!run.isPasted || holds(await now(), profile, run.text)) return run.isTaken;
  return (await proven(run, profile, takenWithinMs, clock, async () => profile.readScreen(await pane.captureChanged()))) === "taken";
}

/** A paste that may have been cut off is sent if it still stands there. `lost`: it is not to be found. */
export async function finishPasting(run: TurnRun, terminal: Terminal, profile: Profile): Promise<"sent" | "menu" | "lost"> {
  const state = await terminal.stateNow();
  if (state.kind === "menu") return "menu";
  const isHeld = state.kind === "ready" && holds(state, profile, run.text);
  if (isHeld) await terminal.pane?.press(["Enter"]);
  return isHeld || state.kind === "busy" ? "sent" : "lost";
}

/** `menu`: one has stood there for so long that no hook of a prompt that was taken is on its way any more. */
async function proven(run: TurnRun, profile: Profile, withinMs: number, clock: Clock, awaited: () => Promise<ScreenState>): Promise<"taken" | "menu" | "no"> {
  const { signal } = run.stop;
  const isOwn = profile.isOwnCommand(run.text);
  let menuSince: number | undefined;
  // A hook or the record tells at once; the screen is looked at for what they do not tell.
  const again = (): Promise<void> => (isOwn ? pause(clock, lookEveryMs, signal) : run.takenWithin(menuLookMs, clock));
  for (const until = clock.monotonic() + withinMs; !signal.aborted && clock.monotonic() < until; await again()) {
    if (run.isTaken) return "taken";
    const state = await awaited();
    if (isOwn && !holds(state, profile, run.text)) return "taken";
    menuSince = state.kind === "menu" ? (menuSince ?? clock.monotonic()) : undefined;
    if (menuSince !== undefined && clock.monotonic() - menuSince >= menuStaysMs) return "menu";
  }
  return run.isTaken ? "taken" : "no";
}

function marksIn(composer: string): number {
  return composer.match(/\[Image #\d+\]/g)?.length ?? 0;
}

function holds(state: ScreenState, profile: Profile, text: string): boolean {
  return (state.kind === "ready" || state.kind === "busy") && state.composer !== "" && profile.holdsPrompt(withoutPictures(state.composer).trim(), text);
}

/** Whether the composer is empty now. Removes only what Parley itself typed, and presses once: the same keys again would end the CLI. */
export async function cleared(pane: TmuxPane, profile: Profile, text: string, clock: Clock): Promise<boolean> {
  const isHeld = async (): Promise<boolean> => holds(profile.readScreen(await pane.capture()), profile, text);
  if (!(await isHeld())) return true;
  await pane.press(profile.clearKeys);
  for (const until = clock.monotonic() + clearedWithinMs; clock.monotonic() < until; await pause(clock, lookEveryMs, never)) if (!(await isHeld())) return true;
  return false;
}
