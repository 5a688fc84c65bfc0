import { readdirSync, readFileSync } from "node:fs";

/** Processes, by their arguments, that were started with this text in their arguments or their environment; what they start inherits the latter. */
export function processesWith(text: string): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const argv = read(`/proc/${pid}/cmdline`);
      return `${argv}\0${read(`/proc/${pid}/environ`)}`.includes(text) ? [argv.replaceAll("\0", " ")] : [];
    });
}

/** Empty for a process that has just gone. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
