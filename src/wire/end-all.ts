import { pause, type Clock } from "#lib/clock";
import { hasMark, procEntries, type ProcEntry } from "./proc.ts";

const lookEveryMs = 50;
const killedWithinMs = 10_000;
const never = new AbortController().signal;

/** The leader of a session that was started here, and the mark that everything it started was born with. */
export interface Tree {
  readonly pid: number;
  /** Empty when the leader is known to be gone and its pid may be another's: then only the mark counts. */
  readonly began: string;
  readonly mark: string;
}

/** Whatever is left of it: its group, its session, what went away from both but carries the mark, the children of all these, and whom `known` has. */
export async function remaining({ pid, began, mark }: Tree, known: ReadonlyMap<number, string> = new Map()): Promise<readonly ProcEntry[]> {
  const all = await procEntries();
  const leader = all.find((entry) => entry.pid === pid);
  // A pid is not given out again while its group has members. Another begin means that ours has none left.
  const groupIsOurs = began !== "" && (leader === undefined || leader.began === began);
  const judged = await Promise.all(
    all.map(
      async (entry) =>
        known.get(entry.pid) === entry.began || (groupIsOurs && (entry.group === pid || entry.session === pid)) || (await hasMark(entry.pid, mark)),
    ),
  );
  const ours = new Set(all.filter((_entry, i) => judged[i] === true).map((entry) => entry.pid));
  for (let before = -1; before < ours.size;) {
    before = ours.size;
    for (const entry of all) if (ours.has(entry.parent)) ours.add(entry.pid);
  }
  return all.filter((entry) => ours.has(entry.pid));
}

/** SIGTERM, then SIGKILL after the grace. Resolves when nothing is left; rejects when the kernel does not let go of something. */
export async function endAll(tree: Tree, graceMs: number, clock: Clock): Promise<void> {
  // Whose parent has ended is nobody's child any more: who was seen once stays known.
  const known = new Map<number, string>();
  const look = async (): Promise<readonly ProcEntry[]> => {
    const found = await remaining(tree, known);
    for (const { pid, began } of found) known.set(pid, began);
    return found;
  };
  let left = await look();
  const asked = new Set<number>();
  for (const until = clock.now() + graceMs; left.length > 0 && clock.now() < until; left = await look()) {
    // Each once, also those that were born, or not to be seen, at the first look.
    signal(
      left.filter(({ pid }) => !asked.has(pid)),
      "SIGTERM",
    );
    for (const { pid } of left) asked.add(pid);
    await pause(clock, lookEveryMs, never);
  }
  for (const until = clock.now() + killedWithinMs; left.length > 0; left = await look()) {
    if (clock.now() > until) throw new Error(`The processes ${left.map(({ pid }) => pid).join(", ")} did not end on SIGKILL.`);
    signal(left, "SIGKILL");
    await pause(clock, lookEveryMs, never);
  }
}

function signal(entries: readonly ProcEntry[], name: NodeJS.Signals): void {
  // Groups first and whole: a process that forks all the time cannot slip between two single signals.
  const groups = new Set(entries.filter((entry) => entries.some((leader) => leader.pid === entry.group)).map((entry) => entry.group));
  for (const group of groups) send(-group, name);
  for (const { pid, group } of entries) if (!groups.has(group)) send(pid, name);
}

function send(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name);
  } catch {
    // Gone meanwhile; who is left is looked at again.
  }
}
