import { join, resolve } from "node:path";
import { readRegularFileSync } from "#lib/fs/regular-file";
import { expandHome, type Environment } from "./environment.ts";

const maxBytes = 1024 * 1024;

export type FoundConfig =
  | { readonly kind: "file"; readonly file: string; readonly bytes: Uint8Array }
  /** Embedded defaults. */
  | { readonly kind: "none" }
  | { readonly kind: "unreadable"; readonly file: string; readonly sentence: string };

/** The file from --config, else ./parley.yaml, else <home>/parley.yaml. A file that exists but cannot be read is an error. */
export function findFile(flag: string | undefined, home: string, { cwd, userHome }: Environment): FoundConfig {
  if (flag !== undefined) {
    const file = resolve(cwd, expandHome(flag, userHome));
    return read(file) ?? { kind: "unreadable", file, sentence: "There is no such file. Check the path after --config." };
  }
  return read(join(cwd, "parley.yaml")) ?? read(join(home, "parley.yaml")) ?? { kind: "none" };
}

function read(file: string): FoundConfig | undefined {
  try {
    return { kind: "file", file, bytes: readRegularFileSync(file, maxBytes) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    return { kind: "unreadable", file, sentence: why[code] ?? `The file cannot be read (${code}).` };
  }
}

const why: Readonly<Record<string, string>> = {
  EACCES: "The file cannot be read: this user has no permission. Change its owner or mode.",
  "not a regular file": "This is a directory, a pipe or a device, not a file.",
  "too large": "The file is larger than 1 MB. A configuration is a few kilobytes: check that this is the right file.",
};
