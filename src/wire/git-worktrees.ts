import { mkdir, stat } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";
import { outputOrFault } from "./child.ts";

const withinMs = 60_000;

/** Worktrees of other people's repositories in one folder, each on a branch `parley/NAME`. No hook of a repository runs. */
export function gitWorktrees(folder: string, env: Readonly<Record<string, string>>) {
  const git = async (...args: readonly string[]): Promise<string> => {
    const argv = ["git", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", ...args] as const;
    return (await outputOrFault(argv, { ...env, GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" }, withinMs)).trim();
  };

  const isThere = async (path: string): Promise<boolean> =>
    stat(path).then(
      () => true,
      () => false,
    );

  return {
    add: async (session: string, directory: string): Promise<string> => {
      const [path, branch] = [join(folder, session), `parley/${session}`];
      // Where the directory lies in its repository: the session works at the same place of its own copy.
      const inside = await git("-C", directory, "rev-parse", "--show-prefix");
      if (!(await isThere(path))) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await git("-C", directory, "worktree", "prune");
        const hasBranch = await git("-C", directory, "show-ref", "--verify", "--quiet", `refs/heads/${branch}`).then(
          () => true,
          () => false,
        );
        await git("-C", directory, "worktree", "add", ...(hasBranch ? [path, branch] : ["-b", branch, path]));
      }
      return join(path, inside);
    },
    holds: (directory: string): boolean => {
      const way = relative(folder, directory);
      return way !== "" && !way.startsWith("..") && !isAbsolute(way);
    },
    remove: async (session: string): Promise<{ readonly keptAt?: string }> => {
      const path = join(folder, session);
      if (!(await isThere(path))) return {};
      try {
        if ((await git("-C", path, "status", "--porcelain")) !== "") return { keptAt: path };
        // Commits on a detached HEAD would be found by nobody afterwards.
        if ((await git("-C", path, "for-each-ref", "--count=1", "--contains", "HEAD")) === "") return { keptAt: path };
        const shared = await git("-C", path, "rev-parse", "--path-format=absolute", "--git-common-dir");
        await git("--git-dir", shared, "worktree", "remove", path);
        return {};
      } catch {
        // Whatever is wrong with it, it is not ours to throw away.
        return { keptAt: path };
      }
    },
  };
}
