import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import type { Terminal } from "./terminal.ts";
import { tmuxTexts } from "./texts.ts";

/** The screen lags behind the end of the turn before. */
const lagMs = 2_500;

/** Why nothing can be typed into the terminal right now; undefined when something can, or nothing runs there yet. */
export async function whyDeskBusy(terminal: Terminal, wasReady: boolean, language: TextLanguage): Promise<string | undefined> {
  if (terminal.pane === undefined) return undefined;
  const state = await terminal.stateUnless("busy", lagMs);
  if (state.kind === "busy") return say(language, tmuxTexts.deskWorks);
  if (state.kind === "ready") return state.composer === "" ? undefined : say(language, tmuxTexts.deskTypes);
  // A dialog of the start belongs to the first turn, which asks about it.
  return wasReady && state.kind !== "unknown" ? say(language, tmuxTexts.deskDialog) : undefined;
}
