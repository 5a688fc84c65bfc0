/** tmux refused a command, or cannot be reached. */
export class TmuxError extends Error {
  override readonly name = "TmuxError";
}
