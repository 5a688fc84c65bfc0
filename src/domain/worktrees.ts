/** Git worktrees for sessions, below a folder of the hub's own. */
export interface Worktrees {
  /** A worktree of the repository that holds the directory, on a branch of its own, made unless it is there. Resolves with the same directory inside it. */
  add(session: string, directory: string): Promise<string>;
  /** Whether that directory lies in one of them. */
  holds(directory: string): boolean;
  /** Removes the session's worktree if everything in it is on a branch; its own branch stays. Otherwise it is kept, with its path. */
  remove(session: string): Promise<{ readonly keptAt?: string }>;
}
