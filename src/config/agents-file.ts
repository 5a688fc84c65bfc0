import { watch as watchFolder, type FSWatcher } from "node:fs";
import { open, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { AgentsFile, AgentsReading } from "#domain/invitation";
import type { Clock } from "#lib/clock";
import { parseAgents } from "./available-agents.ts";

const maxBytes = 1024 * 1024;
/** Editors write in several steps; the file is read when they have come to rest. */
const restMs = 150;
/** For file systems that report no changes, and for folders that are not there yet. */
const pollMs = 2_000;

/** `config/available-agents.json` below the workspace, which belongs to the operator and to nobody else. */
export function agentsFile(workspace: string, clock: Clock, me: number | undefined = process.getuid?.()): AgentsFile {
  const path = join(workspace, "config", "available-agents.json");
  let seen: string | undefined;

  const read = async (): Promise<AgentsReading> => {
    // Before the file: what changes while it is read is looked at again.
    seen = await signature(path);
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined) return { entries: [], invalid: [] };
    try {
      await using file = await open(real, "r");
      const stats = await file.stat();
      const why =
        (await notOurs(real, stats, me)) ??
        (stats.isFile() ? undefined : "It is not a file.") ??
        (stats.size > maxBytes ? "It is larger than 1 MB." : undefined);
      if (why !== undefined) return unusable(`${path} is not read. ${why}`);
      const parsed = parseAgents(await file.readFile("utf8"));
      return parsed.problem === undefined ? parsed : unusable(`${path} cannot be used. ${parsed.problem}`);
    } catch (cause) {
      return unusable(
        `${path} cannot be read (${cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)}). Let the hub's user read it.`,
      );
    }
  };

  return { path, read, watch: (changed) => watchFile(path, clock, async () => ((await signature(path)) === seen ? undefined : changed())) };
}

interface Stats {
  readonly mode: number;
  readonly uid: number;
}

/** Whoever can write the file, or put another in its place, decides what the hub runs. */
async function notOurs(real: string, file: Stats, me: number | undefined): Promise<string | undefined> {
  const folder = dirname(real);
  const above = await stat(folder);
  const isSticky = (above.mode & 0o1000) !== 0;
  if ((file.mode & 0o022) !== 0) return `Its group or others can write it, and what stands there is run. Mend it with: chmod go-w ${quote(real)}`;
  if ((above.mode & 0o022) !== 0 && !isSticky)
    return `Its group or others can write the folder and could put another file in its place. Mend it with: chmod go-w ${quote(folder)}`;
  if (me !== undefined && file.uid !== me && file.uid !== 0) return `It belongs to another user than the hub's. Mend it with: chown ${me} ${quote(real)}`;
  return undefined;
}

function watchFile(path: string, clock: Clock, look: () => Promise<void>): () => void {
  let watcher: FSWatcher | undefined;
  let cancelPoll = (): void => {};
  let cancelRest = (): void => {};
  let isStopped = false;

  const rest = (): void => {
    cancelRest();
    if (!isStopped) cancelRest = clock.after(restMs, () => void look());
  };

  const listen = (): void => {
    try {
      watcher ??= watchFolder(dirname(path), { persistent: false }, rest).on("error", () => {
        watcher?.close();
        watcher = undefined;
      });
    } catch {
      // Not there yet, or no watching here: the poll looks again.
    }
  };

  const poll = (): void => {
    listen();
    cancelPoll = clock.after(pollMs, () => {
      void look();
      if (!isStopped) poll();
    });
  };

  poll();
  return () => {
    isStopped = true;
    watcher?.close();
    cancelPoll();
    cancelRest();
  };
}

/** Differs after any edit, replacement or change of its permissions. */
async function signature(path: string): Promise<string> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  const folder = await stat(dirname(path)).catch(() => undefined);
  return stats === undefined ? "none" : [stats.ino, stats.size, stats.mtimeNs, stats.mode, stats.uid, folder?.mode].join(" ");
}

function unusable(problem: string): AgentsReading {
  return { entries: [], invalid: [], problem };
}

function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
