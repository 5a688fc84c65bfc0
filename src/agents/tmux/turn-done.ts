import type { Ending } from "#domain/turn";
import { say } from "#lib/words/words";
import type { TmuxPane } from "#wire/tmux/tmux-pane";
import type { ScreenState } from "./profile.ts";
import type { ScreenNet } from "./screen-net.ts";
import type { TmuxSeatParts } from "./seat-parts.ts";
import { cleared } from "./submit-prompt.ts";
import { tmuxTexts } from "./texts.ts";
import { endingOf, interruptedEnding } from "./turn-ending.ts";
import type { TurnRun } from "./turn-run.ts";

/** After a hook has said that the turn is over, its record follows within this time. */
const recordWithinMs = 2_000;
/** A CLI that takes prompts again for this long has finished, whatever it failed to report. */
const readyForMs = 5_000;

export interface Done {
  readonly ending: Ending;
  /** What closes a panel that is still open. */
  readonly closeKeys?: readonly string[];
}

/** Whether the turn's record, its hook or its screen says that it is over. */
export function doneBy(run: TurnRun, state: ScreenState, net: ScreenNet, parts: Pick<TmuxSeatParts, "profile" | "language">): Done | undefined {
  const { profile, language } = parts;
  if (run.record.isOver) return { ending: endingOf(run, parts) };
  if (run.isStopping) return undefined;
  if (run.hasStopped && profile.isRecordedAtStop === true && run.record.wasWritten && run.asks.size === 0) return { ending: endingOf(run, parts) };
  const isLate = run.hasStopped && net.quietFor(state) >= recordWithinMs && net.since(run.stoppedAt) >= recordWithinMs;
  if (isLate) return { ending: { how: "completed", text: run.answer } };
  // Where the screen looks ready all the time, a record that has the prompt also has its end.
  const isReady = state.kind === "ready" && run.asks.size === 0 && (profile.isWorkShown !== false || !run.record.wasWritten);
  const isCancelled = state.kind === "ready" && state.isCancelled === true && !run.hasStopped;
  if (isReady && isCancelled && net.hasSettled(state)) return { ending: interruptedEnding(run, parts) };
  if (isReady && (net.quietFor(state) >= readyForMs || (run.record.isInterrupted && net.hasSettled(state)))) return { ending: endingOf(run, parts) };
  if (!profile.isOwnCommand(run.text) || !net.hasSettled(state)) return undefined;
  if (state.kind === "panel") return { ending: { how: "completed", text: `\`\`\`\n${state.text}\n\`\`\`` }, closeKeys: state.closeKeys };
  if (state.kind !== "ready") return undefined;
  const [command = ""] = run.text.split(/\s/);
  return { ending: { how: "completed", text: run.answer === "" ? say(language, tmuxTexts.commandDone, { command }) : run.answer } };
}

/** How the turn ends, once the screen is left as it should be: closes a panel that is still open. A CLI may put a prompt that was cancelled back into its composer; what somebody typed at the desk stays there. */
export async function leaveScreen(
  run: TurnRun,
  done: Done,
  pane: TmuxPane | undefined,
  { profile, clock }: Pick<TmuxSeatParts, "profile" | "clock">,
): Promise<Ending> {
  if (pane !== undefined && done.closeKeys !== undefined) await pane.press(done.closeKeys);
  if (pane !== undefined && done.ending.how === "stopped" && !run.isFromDesk) await cleared(pane, profile, run.text, clock);
  return done.ending;
}
