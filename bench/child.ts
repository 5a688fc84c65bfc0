import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface Started {
  readonly child: ChildProcess;
  readonly port: number;
  /** From spawning to the line that says ready. */
  readonly readyMs: number;
}

interface Place {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a server that prints `… ready http://127.0.0.1:PORT`. */
export async function start(args: readonly string[], place: Place = {}): Promise<Started> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], ...place });
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /ready http:\/\/127\.0\.0\.1:(\d+)$/.exec(line)?.[1];
    if (port !== undefined) return { child, port: Number(port), readyMs: performance.now() - began };
  }
  throw new Error(`${args.join(" ")} ended before it was ready`);
}

/** The built program, as npm start starts it: young objects get less room and the heap grows in small steps, which keeps the process small. */
export function startBuilt(home: string, place: Place = {}): Promise<Started> {
  const flags = ["--max-semi-space-size=4", "--heap-growing-percent=30"];
  const program = join(import.meta.dirname, "..", "dist", "main.js");
  return start([...flags, program, "start", "--home", home, "--config", join(home, "parley.yaml")], place);
}

export async function stop({ child }: Started): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.kill("SIGTERM");
  await ended;
}

/** Resident memory in MB, as the kernel counts it. */
export function residentMb({ child }: Started): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1];
  return Number(kb) / 1024;
}

/** Processor time used so far by all threads, in milliseconds: stays comparable on a busy machine. */
export function cpuMs({ child }: Started): number {
  const tasks = `/proc/${child.pid}/task`;
  const times = readdirSync(tasks).map((task) => Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]));
  return times.reduce((sum, one) => sum + one, 0) / 1e6;
}
