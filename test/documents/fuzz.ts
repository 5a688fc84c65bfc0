import { spawn } from "node:child_process";
import { join } from "node:path";

export interface FuzzReport {
  /** How often each outcome came. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The documents, by number, that hung or ended the process. */
  readonly fatal: readonly { readonly number: number; readonly how: string }[];
}

export interface FuzzOptions {
  readonly format: string;
  readonly from: number;
  readonly to: number;
  readonly files?: readonly string[];
  /** Of computing on the whole batch; past it the process is ended. */
  readonly cpuSeconds?: number;
}

const dataBytes = 1_200_000_000;

/** Reads mutated documents in a process of its own; what that does not survive is noted, and another goes on with the next. */
export async function fuzz({ format, from, to, files = [], cpuSeconds = 120 }: FuzzOptions): Promise<FuzzReport> {
  const outcomes: Record<string, number> = {};
  const fatal: { number: number; how: string }[] = [];
  for (let next = from; next < to;) {
    const { output, how } = await batch([format, String(next), String(to), ...files], cpuSeconds);
    const lines = output.split("\n");
    for (const line of lines.slice(0, -1)) {
      const [, code = ""] = line.split(" ");
      outcomes[code] = (outcomes[code] ?? 0) + 1;
    }
    const unfinished = Number.parseInt(lines.at(-1) ?? "", 10);
    if (Number.isNaN(unfinished) && how === "exit 0") break;
    const number = Number.isNaN(unfinished) ? next : unfinished;
    fatal.push({ number, how });
    next = number + 1;
  }
  return { outcomes, fatal };
}

function batch(args: readonly string[], cpuSeconds: number): Promise<{ output: string; how: string }> {
  const main = join(import.meta.dirname, "fuzz-main.ts");
  const child = spawn(
    "prlimit",
    [`--data=${dataBytes}`, `--cpu=${cpuSeconds}`, "--core=0", "--", process.execPath, "-C", "parley-source", "--no-warnings", main, ...args],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ output, how: signal ?? `exit ${code}` }));
  });
}
