import { pause } from "#lib/time/clock";
import { say } from "#lib/words/words";
import type { ScreenNet } from "./screen-net.ts";
import type { TmuxSeatParts } from "./seat-parts.ts";
import type { Terminal } from "./terminal.ts";
import { tmuxTexts } from "./texts.ts";
import type { TurnRun } from "./turn-run.ts";

const readyWithinMs = 60_000;
/** The composer is drawn before some dialogs are: it counts when it stays. */
const staysMs = 400;
/** One that is drawn while the CLI still loads, with a screen that an operator may have changed: it counts when nothing else comes. */
const loadsMs = 15_000;
const lookEveryMs = 50;

/** Waits until the CLI takes a prompt; dialogs that it shows at start become questions of this turn. Why it cannot, or undefined. */
export async function waitUntilReady(
  run: TurnRun,
  { clock, language, profile, terminal, net }: TmuxSeatParts & { readonly terminal: Terminal; readonly net: ScreenNet },
): Promise<string | undefined> {
  const { signal } = run.stop;
  let readySince: number | undefined;
  let wait = lookEveryMs;
  // Time stands still while somebody is asked.
  for (let left = readyWithinMs; left > 0; left -= run.asks.size > 0 ? 0 : wait) {
    if (signal.aborted || run.isOver || run.isTaken || terminal.pane === undefined) return undefined;
    const state = await terminal.stateAwaited();
    if (state.kind === "ready") readySince ??= clock.monotonic();
    else readySince = undefined;
    const needed = state.kind === "ready" && state.isStarting === true ? loadsMs : staysMs;
    const stays = readySince === undefined ? 0 : needed - (clock.monotonic() - readySince);
    if (readySince !== undefined && stays <= 0) return undefined;
    await net.look(run, state, terminal);
    // A composer is looked at again when it has stayed long enough, not all the time.
    wait = Math.min(Math.max(stays, lookEveryMs), staysMs);
    await pause(clock, wait, signal);
  }
  const screen = terminal.lastWords();
  return say(language, tmuxTexts.notReady, { cli: profile.title, seconds: readyWithinMs / 1_000, screen });
}
