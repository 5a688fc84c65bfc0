import type { RunLineWire } from "#protocol/runs";
import type { QuestionWire } from "#protocol/wire";

export type Standing = "running" | "waits" | "done" | "failed";

/** The open question whether a run may begin; undefined when there is none, or the reader does not see it. */
export function questionOf(run: RunLineWire, questions: Iterable<QuestionWire>): QuestionWire | undefined {
  if (run.ended_at !== null) return undefined;
  const about = [...questions].filter(
    (question) =>
      question.state === "open" &&
      question.kind === "permission" &&
      Date.parse(question.asked_at) >= Date.parse(run.at) &&
      question.prompt.includes(`\`${run.line}\``),
  );
  return about.sort((a, b) => Date.parse(a.asked_at) - Date.parse(b.asked_at))[0];
}

export function standingOf(run: RunLineWire, isAsked: boolean): Standing {
  if (run.ended_at === null) return isAsked ? "waits" : "running";
  return run.exit_code === 0 ? "done" : "failed";
}

/** Verbs of the chat keep the prefix they were typed with; what the terminal ran has none. */
export function isTyped(run: Pick<RunLineWire, "line">, prefix: string): boolean {
  return run.line.startsWith(prefix);
}
