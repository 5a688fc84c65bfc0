import type { RunLineWire } from "#protocol/runs";

export type RunStanding = "running" | "waits" | "done" | "failed";

export function standingOf({ ended_at, question, exit_code }: Pick<RunLineWire, "ended_at" | "question" | "exit_code">): RunStanding {
  if (ended_at === null) return question === null ? "running" : "waits";
  return exit_code === 0 ? "done" : "failed";
}

/** Verbs of the chat keep the prefix they were typed with; what the terminal ran has none. */
export function isTyped(run: Pick<RunLineWire, "line">, prefix: string): boolean {
  return run.line.startsWith(prefix);
}
