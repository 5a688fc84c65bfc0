import { pause, type Clock } from "#lib/time/clock";
import { hasMarker, procEntries, type ProcEntry } from "./proc.ts";

const lookEveryMs = 50;
const killedWithinMs = 10_000;
const never = new AbortController().signal;

/** The leader of a session we started, and the environment marker that everything it started inherited. */
export interface Tree {
  readonly pid: number;
  /** Empty if the leader is gone and its pid may have been reused: then only the marker counts. */
  readonly began: string;
  readonly mark: string;
}

/** Everything still running: its group, its session, processes that left both but carry the marker, the children of all these, and those in `known`. */
export async function remaining({ pid, began, mark }: Tree, known: ReadonlyMap<number, string> = new Map()): Promise<readonly ProcEntry[]> {
  const all = await procEntries();
  const leader = all.find((entry) => entry.pid === pid);
  // A pid is not reused while its group has members. A different start time means that our group is empty.
  const groupIsOurs = began !== "" && (leader === undefined || leader.began === began);
  const judged = await Promise.all(
    all.map(
      async (entry) =>
        known.get(entry.pid) === entry.began || (groupIsOurs && (entry.group === pid || entry.session === pid)) || (await hasMarker(entry.pid, mark)),
    ),
  );
  const ours = new Set(all.filter((_entry, i) => judged[i] === true).map((entry) => entry.pid));
  for (let before = -1; before < ours.size;) {
    before = ours.size;
    for (const entry of all) if (ours.has(entry.parent)) ours.add(entry.pid);
  }
  return all.filter((entry) => ours.has(entry.pid));
}

/** SIGTERM, then SIGKILL after the grace period. Resolves when nothing is left; rejects if a process survives SIGKILL. */
export async function endAll(tree: Tree, graceMs: number, clock: Clock): Promise<void> {
  // A process whose parent exited can no longer be found as a child, so everything seen once is remembered.
  const known = new Map<number, string>();
  const look = async (): Promise<readonly ProcEntry[]> => {
    const found = await remaining(tree, known);
    for (const { pid, began } of found) known.set(pid, began);
    return found;
  };
  let left = await look();
  const asked = new Set<number>();
  for (const until = clock.monotonic() + graceMs; left.length > 0 && clock.monotonic() < until; left = await look()) {
    // Each once, including those that started after the first look.
    signal(
      left.filter(({ pid }) => !asked.has(pid)),
      "SIGTERM",
    );
    for (const { pid } of left) asked.add(pid);
    await pause(clock, lookEveryMs, never);
  }
  for (const until = clock.monotonic() + killedWithinMs; left.length > 0; left = await look()) {
    if (clock.monotonic() > until) throw new Error(`The processes ${left.map(({ pid }) => pid).join(", ")} did not end on SIGKILL.`);
    signal(left, "SIGKILL");
    await pause(clock, lookEveryMs, never);
  }
}

function signal(entries: readonly ProcEntry[], name: NodeJS.Signals): void {
  // Signal whole groups first: a process that forks constantly could slip between single signals.
  const groups = new Set(entries.filter((entry) => entries.some((leader) => leader.pid === entry.group)).map((entry) => entry.group));
  for (const group of groups) send(-group, name);
  for (const { pid, group } of entries) if (!groups.has(group)) send(pid, name);
}

function send(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name);
  } catch {
    // Already exited; the rest is checked again.
  }
}
