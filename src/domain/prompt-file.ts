/** A file that came with the prompt, in the session's own folder. It stays until the session ends. */
export interface PromptFile {
  readonly path: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  /** A copy in the thread's uploads, for commands, which cannot read the session's folder. Relative to the workspace. */
  readonly shared?: string;
}
