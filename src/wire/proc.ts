import { readdir, readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** A process as reported by the kernel. Zombies are excluded: they hold no resources. */
export interface ProcEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Includes the boot, so that the same pid after a reboot is another process. */
  readonly began: string;
}

/** Synchronous: a process that has just exited can still be read. */
export function startTimeOf(pid: number): string {
  try {
    return parse(pid, readFileSync(`/proc/${pid}/stat`, "utf8"))?.entry.began ?? "";
  } catch {
    return "";
  }
}

export async function procEntry(pid: number): Promise<ProcEntry | undefined> {
  const found = parse(pid, await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""));
  return found === undefined || found.isZombie ? undefined : found.entry;
}

/** Resolves once a process that was told to stop has stopped, or has exited. */
export async function untilStopped(pid: number): Promise<void> {
  for (;;) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    if (/^$|\) [TtZX]/.test(stat)) return;
    await setTimeout(1);
  }
}

/** What a process itself started, zombies included. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return children.split(" ").flatMap((one) => (one.trim() === "" ? [] : [Number(one)]));
}

/** All processes. Expensive; used when something is to be ended. */
export async function procEntries(): Promise<readonly ProcEntry[]> {
  const names = await readdir("/proc").catch(() => []);
  const found = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => procEntry(Number(name))));
  // Kernel threads have no group.
  return found.filter((entry) => entry !== undefined).filter((entry) => entry.group > 0);
}

/** When it was started, by the machine's time; undefined once it has exited. */
export async function startedAtOf(pid: number): Promise<number | undefined> {
  const [stat, machine] = await Promise.all([`/proc/${pid}/stat`, "/proc/stat"].map((path) => readFile(path, "utf8").catch(() => "")));
  const ticks = Number((stat ?? "").slice((stat ?? "").lastIndexOf(")") + 2).split(" ")[19]);
  const booted = Number(/^btime (\d+)/m.exec(machine ?? "")?.[1]);
  // Linux always counts ticks in hundredths of a second.
  return Number.isFinite(ticks) && ticks > 0 && Number.isFinite(booted) ? booted * 1_000 + ticks * 10 : undefined;
}

/** Its resource usage. */
export interface Usage {
  readonly bytes: number;
  readonly peakBytes: number;
  readonly cpuMs: number;
}

/** Undefined once it has exited, or if the kernel does not report it. */
export async function usageOf(pid: number): Promise<Usage | undefined> {
  const read = (name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
  const [status, stat] = [await read("status"), await read("stat")];
  const of = (name: string): number => 1_024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
  if (stat === "" || of("VmRSS") === 0) return undefined;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // Linux always counts this in hundredths of a second.
  return { bytes: of("VmRSS"), peakBytes: of("VmHWM"), cpuMs: 10 * (Number(fields[11]) + Number(fields[12])) };
}

/** Whether it was started with that entry in its environment. Other users' processes cannot be read and are not ours. */
export async function hasMarker(pid: number, mark: string): Promise<boolean> {
  for (let tries = 0; tries < 3; tries++) {
    const environment = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => undefined);
    if (environment === undefined) return false;
    if (environment !== "") return `\0${environment}`.includes(`\0${mark}\0`);
    // During exec it shows none.
    await setTimeout(2);
  }
  return false;
}

function parse(pid: number, stat: string): { readonly entry: ProcEntry; readonly isZombie: boolean } | undefined {
  // The name is in parentheses and may contain anything, including parentheses and spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, parent, group, session] = fields;
  const ticks = fields[19];
  if (state === undefined || group === undefined || session === undefined || ticks === undefined) return undefined;
  const isZombie = state === "Z" || state === "X";
  return { entry: { pid, parent: Number(parent), group: Number(group), session: Number(session), began: `${bootId()}-${ticks}` }, isZombie };
}

function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8);
}
