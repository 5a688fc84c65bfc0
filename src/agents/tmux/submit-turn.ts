import type { Ending } from "#domain/turn";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import type { RecordReader } from "./record-reader.ts";
import type { ScreenNet } from "./screen-net.ts";
import type { TmuxSeatParts } from "./seat-parts.ts";
import { submitPrompt, tookPrompt } from "./submit-prompt.ts";
import type { Terminal } from "./terminal.ts";
import { tmuxTexts } from "./texts.ts";
import type { TurnRun } from "./turn-run.ts";
import { waitUntilReady } from "./wait-until-ready.ts";

interface Submitting extends TmuxSeatParts {
  readonly terminal: Terminal;
  readonly net: ScreenNet;
  readonly reader: RecordReader;
}

/**
 * Starts the CLI if it does not run, asks about every dialog in the way, and hands it the prompt. How the turn ended where it could
 * not; undefined where somebody else has ended it. `offset` is where its record begins.
 */
export async function submitTurn(
  run: TurnRun,
  parts: Submitting,
  isReady: () => void,
): Promise<{ readonly how: "taken"; readonly offset: number } | Ending | undefined> {
  const { memory, profile, clock, language, terminal, reader } = parts;
  await terminal.start();
  for (;;) {
    const notReady = await waitUntilReady(run, parts);
    if (run.isOver || run.stop.signal.aborted) return undefined;
    if (notReady !== undefined) return { how: "failed", reason: notReady };
    isReady();
    const { pane } = terminal;
    if (pane === undefined) return undefined;
    if (!run.isPasted) {
      const begun = { id: run.turn, phase: "pasting", offset: await reader.beginTurn(memory.now) } as const;
      await memory.set({ turn: begun, asked: {}, ...defined({ transcript: reader.path }) });
    }
    const offset = memory.now.turn?.offset ?? 0;
    const became = run.isTaken || (await tookPrompt(pane, profile, run, clock)) ? "taken" : await submitPrompt(pane, profile, run, clock);
    if (run.isOver || run.isStopping) return undefined;
    if (became === "taken") return { how: "taken", offset };
    // A dialog stands in the way. It is asked about first.
    if (became === "menu") continue;
    const sentence = became === "stillTyped" ? tmuxTexts.stillTyped : tmuxTexts.notTaken;
    return { how: "failed", reason: say(language, sentence, { cli: profile.title }) };
  }
}
