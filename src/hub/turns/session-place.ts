import { ParleyError } from "#domain/errors";
import type { Session } from "#domain/session";
import { say } from "#lib/words/words";
import { hubLine } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import { turnTexts } from "./texts.ts";

/** Where a session works: the directory that was named, or a git worktree of its own that is made from it. */
export interface SessionPlace {
  /** `fault`: there is none, and why. */
  of(spec: { readonly name: string; readonly workDir: string; readonly worktree?: boolean }): Promise<{ readonly workDir: string; readonly fault?: string }>;
  /** The session has ended. A worktree with changes that are on no branch is kept, and the thread is told. */
  leave(session: Session): Promise<void>;
}

export function createSessionPlace(deps: Pick<HubDeps, "store" | "clock" | "newId" | "settings" | "worktrees">): SessionPlace {
  const { store, clock, newId, settings, worktrees } = deps;
  const { language } = settings;
  return {
    of: async ({ name, workDir, worktree = false }) => {
      if (!worktree) return { workDir };
      try {
        if (worktrees === undefined) throw new ParleyError("NotSupported", "git");
        return { workDir: await worktrees.add(name, workDir) };
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        return { workDir, fault: say(language, turnTexts.noWorktree, { directory: workDir, why: why.replace(/[.。]$/, "") }) };
      }
    },
    leave: async (session) => {
      if (worktrees?.holds(session.workDir) !== true) return;
      const { keptAt } = await worktrees.remove(session.name);
      if (keptAt === undefined) return;
      const at = clock.now();
      const text = say(language, turnTexts.worktreeKept, { session: session.name, path: keptAt });
      await store.accept({ at, message: hubLine(newId, session.thread, at, text), fan: true });
    },
  };
}
