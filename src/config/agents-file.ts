import { watch as watchFolder, type FSWatcher } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { AgentsFile, AgentsReading } from "#domain/invitation";
import { NotARegularFile, openRegularFile } from "#lib/fs/regular-file";
import { readWhole } from "#lib/fs/read-whole";
import type { Clock } from "#lib/time/clock";
import { parseAgents } from "./available-agents.ts";

const maxBytes = 1024 * 1024;
/** Editors write in several steps; wait until they are done. */
const settleMs = 150;
/** For file systems without change events, and for folders that do not exist yet. */
const pollMs = 2_000;

/** `config/available-agents.json` below the workspace. Only the operator may write it. */
export function agentsFile(workspace: string, clock: Clock, me: number | undefined = process.getuid?.()): AgentsFile {
  const path = join(workspace, "config", "available-agents.json");
  let seen: string | undefined;

  const read = async (): Promise<AgentsReading> => {
    // Taken before reading, so that a change during the read triggers another one.
    seen = await signature(path);
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined) return { entries: [], invalid: [] };
    try {
      await using file = await openRegularFile(real);
      const why = await whyUntrusted(real, await file.stat(), me);
      if (why !== undefined) return unusable(`${path} was not read. ${why}`);
      const bytes = await readWhole(file.fd, maxBytes);
      if (bytes === undefined) return unusable(`${path} was not read. It is larger than 1 MB.`);
      const parsed = parseAgents(Buffer.from(bytes).toString("utf8"));
      return parsed.problem === undefined ? parsed : unusable(`${path} cannot be used. ${parsed.problem}`);
    } catch (cause) {
      if (cause instanceof NotARegularFile) return unusable(`${path} was not read. It is a folder, a pipe or a device: put a file in its place.`);
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

/** Anyone who can write or replace the file decides what the hub runs. */
async function whyUntrusted(real: string, file: Stats, me: number | undefined): Promise<string | undefined> {
  const folder = dirname(real);
  const above = await stat(folder);
  const isSticky = (above.mode & 0o1000) !== 0;
  if ((file.mode & 0o022) !== 0) return `Its group or others can write it, and its commands are run. Fix it with: chmod go-w ${quote(real)}`;
  if ((above.mode & 0o022) !== 0 && !isSticky)
    return `Its group or others can write to the folder and could replace the file. Fix it with: chmod go-w ${quote(folder)}`;
  if (me !== undefined && file.uid !== me && file.uid !== 0) return `It belongs to another user than the hub's. Fix it with: chown ${me} ${quote(real)}`;
  return undefined;
}

function watchFile(path: string, clock: Clock, look: () => Promise<void>): () => void {
  let watcher: FSWatcher | undefined;
  let cancelPoll = (): void => {};
  let cancelRest = (): void => {};
  let isStopped = false;

  const rest = (): void => {
    cancelRest();
    if (!isStopped) cancelRest = clock.after(settleMs, () => void look());
  };

  const listen = (): void => {
    try {
      watcher ??= watchFolder(dirname(path), { persistent: false }, rest).on("error", () => {
        watcher?.close();
        watcher = undefined;
      });
    } catch {
      // The folder does not exist yet, or watching is not supported: polling covers it.
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

/** Changes with every edit, replacement or permission change. */
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
