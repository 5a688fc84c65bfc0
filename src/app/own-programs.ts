import { join } from "node:path";
import { programFolder } from "#config/program-folder";
import { sha256 } from "#lib/digest";

/** The name of Parley's own tmux socket: `tmux -L parley` for the usual home, and one of its own for any other. */
export function tmuxSocket(home: string, userHome: string): string {
  return home === join(userHome, ".parley") ? "parley" : `parley-${sha256(home).slice(0, 8)}`;
}

/** What a hook of a CLI runs: this program as it runs now, for this home. */
export function hookArgv(home: string): readonly string[] {
  const isSource = import.meta.url.endsWith(".ts");
  const program = isSource ? ["-C", "parley-source", join(programFolder, "src", "main.ts")] : [join(programFolder, "dist", "main.js")];
  return [process.execPath, ...program, "hook", "--home", home];
}
