import type { RunLineWire } from "#protocol/runs";
import type { EntryWire } from "#protocol/wire";
import type { TypedRun } from "#web/state/hub/api.ts";

/** The commands that were run in one thread. */
export interface RanLog {
  /** Oldest first. */
  readonly lines: readonly RunLineWire[];
  /** Whether the hub may know of older ones. */
  readonly hasMore: boolean;
}

export const nothingRan: RanLog = { lines: [], hasMore: false };

/** Of a run that somebody has typed here, before the stream tells of it. */
export function typedLine({ id, line, at, ended_at, exit_code, code, question, artifacts }: TypedRun, thread: string, who: string): RunLineWire {
  const duration_ms = ended_at === null ? null : Date.parse(ended_at) - Date.parse(at);
  const about = { command: "", thread, session: null, who, who_name: "", surface: "page", duration_ms, artifacts: artifacts.length };
  return { id, line, at, ended_at, exit_code, code, question, ...about };
}

/** A run that is over stays over, whichever of its copies arrives last. */
export function withRuns(have: readonly RunLineWire[], more: readonly RunLineWire[]): readonly RunLineWire[] {
  const lines = new Map(have.map((run) => [run.id, run]));
  for (const run of more) if (run.ended_at !== null || (lines.get(run.id)?.ended_at ?? null) === null) lines.set(run.id, run);
  return [...lines.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.id < b.id ? -1 : 1));
}

/** A snapshot has the newest ones. Those that do not reach up to what is here leave a gap: begin anew. */
export function ranFromSnapshot(have: RanLog | undefined, told: readonly RunLineWire[]): RanLog {
  const known = new Set(have?.lines.map((run) => run.id));
  if (have === undefined || (known.size > 0 && !told.some((run) => known.has(run.id)))) return { lines: withRuns([], told), hasMore: told.length > 0 };
  return { ...have, lines: withRuns(have.lines, told) };
}

/** The runs that belong before an entry, as long as they come in their order. What is older than the first line that is here stays away. */
export function runsBetween(
  lines: readonly RunLineWire[],
  entries: readonly EntryWire[],
  hasOlder: boolean,
): (entry: EntryWire | undefined) => readonly RunLineWire[] {
  const first = entries[0];
  const rest = hasOlder && first !== undefined ? lines.filter((run) => Date.parse(run.at) >= timeOf(first)) : [...lines];
  return (entry) => {
    const until = entry === undefined ? Infinity : timeOf(entry);
    const after = rest.findIndex((run) => Date.parse(run.at) >= until);
    return rest.splice(0, after < 0 ? rest.length : after);
  };
}

export function timeOf(entry: EntryWire): number {
  return Date.parse(entry.kind === "message" ? entry.message.created_at : entry.at);
}
