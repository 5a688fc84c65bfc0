import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expandHome, type Environment } from "./environment.ts";

export type Found =
  | { readonly kind: "file"; readonly file: string; readonly bytes: Uint8Array }
  /** Embedded defaults. */
  | { readonly kind: "none" }
  | { readonly kind: "unreadable"; readonly file: string; readonly sentence: string };

/** The named file, else ./parley.yaml, else <home>/parley.yaml. A file that is there and cannot be read is never passed over. */
export function findFile(flag: string | undefined, home: string, { cwd, userHome }: Environment): Found {
  if (flag !== undefined) {
    const file = resolve(cwd, expandHome(flag, userHome));
    return read(file) ?? { kind: "unreadable", file, sentence: "There is no such file. Check the path after --config." };
  }
  return read(join(cwd, "parley.yaml")) ?? read(join(home, "parley.yaml")) ?? { kind: "none" };
}

function read(file: string): Found | undefined {
  try {
    return { kind: "file", file, bytes: readFileSync(file) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    return { kind: "unreadable", file, sentence: why[code] ?? `The file cannot be read (${code}).` };
  }
}

const why: Readonly<Record<string, string>> = {
  EACCES: "The file cannot be read: this user has no permission. Change its owner or mode.",
  EISDIR: "This is a directory, not a file.",
};
