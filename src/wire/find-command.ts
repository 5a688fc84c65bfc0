import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";

export type FoundCommand = { readonly path: string } | { readonly why: string };

/** The file that a command's first word means: below `cwd` with a slash in it, else by the PATH of its own environment. */
export async function findCommand(command: string, cwd: string, path: string | undefined): Promise<FoundCommand> {
  if (command.includes("/")) return judge(resolve(cwd, command));
  let found: FoundCommand | undefined;
  // Never the working directory: agents write there, and `ls` must not become theirs.
  for (const folder of (path ?? "").split(delimiter).filter(isAbsolute)) {
    const here = await judge(join(folder, command));
    if ("path" in here) return here;
    if (!here.missing) found ??= here;
  }
  return found ?? { why: `The command ${command} is not in any folder of PATH. Install it, or write its full path in invoke_command.` };
}

async function judge(path: string): Promise<{ readonly path: string } | { readonly why: string; readonly missing: boolean }> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return { why: `${path} does not exist. Install it, or correct invoke_command.`, missing: true };
  if (!stats.isFile()) return { why: `${path} is not a file. Correct invoke_command.`, missing: false };
  try {
    await access(path, constants.X_OK);
    return { path };
  } catch {
    return { why: `${path} may not be run by this user. Make it executable with chmod +x, or correct invoke_command.`, missing: false };
  }
}
