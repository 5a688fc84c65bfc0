import { tmuxName } from "#agents/tmux/cli-pane";
import { ParleyError } from "#domain/errors";
import { outputOf, runInTerminal } from "#wire/child";
import { findCommand } from "#wire/find-command";
import { tmuxSocket } from "./own-programs.ts";

/** Hands this terminal over to the session's tmux session; resolves with the exit code when it is detached or ends. */
export async function attach(
  home: string,
  session: string,
  { env, userHome }: { readonly env: Readonly<Record<string, string>>; readonly userHome: string },
): Promise<number> {
  const found = await findCommand("tmux", "/", env["PATH"]);
  if ("why" in found) throw new ParleyError("NotSupported", "tmux was not found. Install it with the system's package manager.");
  const target = `=${tmuxName(session)}`;
  const has = async (flags: readonly string[]): Promise<boolean> => (await outputOf([found.path, ...flags, "has-session", "-t", target], env)) !== undefined;
  const own = ["-L", tmuxSocket(home, userHome)];
  // One of that name on the user's own server was adopted there.
  const flags = (await has(own)) ? own : (await has([])) ? [] : undefined;
  if (flags === undefined)
    throw new ParleyError(
      "NoSuchSession",
      `There is no terminal of a session ${session}. parley status lists the sessions; one that is idle starts with its first prompt.`,
    );
  const { exitCode } = await runInTerminal([found.path, "-u", ...flags, "attach-session", "-t", target], env);
  return exitCode ?? 1;
}
