import type { Ending } from "#domain/turn";
import { pause } from "#lib/time/clock";
import { say } from "#lib/words/words";
import type { CliTurnsParts } from "./seat-parts.ts";
import { tmuxTexts } from "./texts.ts";
import type { TurnRun } from "./turn-run.ts";

/** A turn of the event loop later, so that `begin` has answered before the turn's first event. What fails ends the turn with its reason. */
export function performTurn(run: TurnRun, work: () => Promise<unknown>, parts: CliTurnsParts, finish: (ending: Ending) => Promise<void>): void {
  const { clock, closed, log, language } = parts;
  pause(clock, 0, closed)
    .then(work)
    .catch(async (cause: unknown) => {
      if (closed.aborted || run.isOver) return;
      log.warn({ cause, turn: run.turn }, "a turn in a terminal failed");
      await finish({ how: "failed", reason: cause instanceof Error ? cause.message : say(language, tmuxTexts.notStored) });
    })
    .catch((cause: unknown) => log.error({ cause }, "failed to end a turn in a terminal"));
}
