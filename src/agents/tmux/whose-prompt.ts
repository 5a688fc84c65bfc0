import type { TranscriptFact } from "./profile.ts";
import { isSameText } from "./same-text.ts";
import type { TurnRun } from "./turn-run.ts";

/** What is known when a prompt turns up in the record. */
interface Around {
  readonly run: TurnRun | undefined;
  readonly hasPane: boolean;
  /** The prompt of the last turn, if that ended before the record had it. */
  readonly unwritten: string | undefined;
}

/**
 * Whose prompt it is. `run`: that of the turn under way. `before`: that of a turn that has ended, which nobody typed at the desk.
 * `joined`: typed at the desk, and the CLI took it into the turn under way. `desk`: typed at the desk, and it begins a turn.
 */
export function whosePrompt(fact: Extract<TranscriptFact, { kind: "prompt" }>, { run, hasPane, unwritten }: Around): "run" | "before" | "joined" | "desk" {
  if (run === undefined) return !hasPane || isSameText(fact.text, unwritten ?? "") ? "before" : "desk";
  if (isSameText(fact.text, run.text) || !run.record.hasPrompt) return "run";
  return run.isJoinedBy(fact) ? "joined" : "desk";
}
