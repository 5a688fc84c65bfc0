import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";

export type ProgramPath = { readonly path: string } | { readonly why: string };

/** Resolves a command's first word: relative to `cwd` if it contains a slash, otherwise through PATH in its own environment. */
export async function findCommand(command: string, cwd: string, path: string | undefined): Promise<ProgramPath> {
  if (command.includes("/")) return judge(resolve(cwd, command));
  let found: ProgramPath | undefined;
  // Never from the working directory: agents can write there and could replace `ls`.
  for (const folder of (path ?? "").split(delimiter).filter(isAbsolute)) {
    const here = await judge(join(folder, command));
    if ("path" in here) return here;
    if (!here.missing) found ??= here;
  }
  return found ?? { why: `The command ${command} was not found in PATH. Install it, or use its full path in invoke_command.` };
}

async function judge(path: string): Promise<{ readonly path: string } | { readonly why: string; readonly missing: boolean }> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return { why: `${path} does not exist. Install it, or correct invoke_command.`, missing: true };
  if (!stats.isFile()) return { why: `${path} is not a file. Correct invoke_command.`, missing: false };
  try {
    await access(path, constants.X_OK);
    return { path };
  } catch {
    return { why: `${path} is not executable for this user. Make it executable with chmod +x, or correct invoke_command.`, missing: false };
  }
}
