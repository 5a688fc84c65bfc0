import type { RunLineWire } from "#protocol/runs";
import { isTyped } from "./run-standing.ts";
import type { StartedCommand } from "./terminal.ts";

/** One command of the panel: a run, what this page knows of it besides, or a command that is no run yet. */
export interface TerminalItem {
  readonly key: string;
  readonly run: RunLineWire | null;
  readonly live: StartedCommand | null;
}

const mostItems = 60;

/** What the terminal ran in a thread, from every surface, and what was begun here; oldest first. */
export function terminalItems(runs: readonly RunLineWire[], live: readonly StartedCommand[], prefix: string): readonly TerminalItem[] {
  const mine = new Map(live.map((one) => [one.run, one]));
  const ran = runs.filter((run) => !isTyped(run, prefix)).slice(-mostItems);
  const known = new Set(ran.map((run) => run.id));
  return [
    ...ran.map((run): TerminalItem => ({ key: run.id, run, live: mine.get(run.id) ?? null })),
    ...live.filter(({ run }) => run === null || !known.has(run)).map((one): TerminalItem => ({ key: one.run ?? one.key, run: null, live: one })),
  ];
}

/** Lines to go back to, oldest first, each once in a row. */
export function historyOf(items: readonly TerminalItem[]): readonly string[] {
  return items.map(({ run, live }) => live?.line ?? run?.line ?? "").filter((line, at, all) => line !== all[at + 1]);
}
