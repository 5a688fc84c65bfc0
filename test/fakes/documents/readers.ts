import { readdirSync, readFileSync } from "node:fs";

/** The programs that read documents for that process right now, by pid. */
export function readersOf(parent: number): readonly number[] {
  return childrenOf(parent).filter((pid) => read(`/proc/${pid}/cmdline`).includes("documents/program/main"));
}

function childrenOf(pid: number): readonly number[] {
  let tasks: readonly string[] = [];
  try {
    tasks = readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
  return tasks.flatMap((task) => read(`/proc/${pid}/task/${task}/children`).split(" ").filter(Boolean).map(Number));
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
