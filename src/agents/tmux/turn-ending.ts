import type { Ending } from "#domain/turn";
import { say } from "#lib/words/words";
import type { TmuxSeatParts } from "./seat-parts.ts";
import { tmuxTexts } from "./texts.ts";
import type { TurnRun } from "./turn-run.ts";

/** How a turn went that its record says is over. */
export function endingOf(run: TurnRun, { language, profile }: Pick<TmuxSeatParts, "language" | "profile">): Ending {
  if (run.isStopping) return { how: "stopped", reason: say(language, tmuxTexts.stopped) };
  if (run.record.isInterrupted) return interruptedEnding(run, { language, profile });
  if (run.record.failure !== undefined) return { how: "failed", reason: run.record.failure };
  if (run.answer === "") return { how: "failed", reason: say(language, tmuxTexts.noAnswer, { cli: profile.title }) };
  return { how: "completed", text: run.answer };
}

/** Somebody stopped it at the terminal, or said no, and the CLI took that for its end. */
export function interruptedEnding(run: TurnRun, { language, profile }: Pick<TmuxSeatParts, "language" | "profile">): Ending {
  if (run.denied !== undefined) return { how: "stopped", reason: say(language, tmuxTexts.denied, { by: run.denied, cli: profile.title }) };
  return { how: "stopped", reason: say(language, tmuxTexts.interrupted) };
}

/** Why a turn was cut off: the CLI is gone, and this is what its screen showed last. */
export function exitReason(words: string, { language, profile }: Pick<TmuxSeatParts, "language" | "profile">): string {
  const cli = profile.title;
  return words === "" ? say(language, tmuxTexts.exited, { cli }) : say(language, tmuxTexts.exitedSaying, { cli, screen: words });
}
