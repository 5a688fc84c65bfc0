import type { PromptFile } from "#domain/prompt-file";

/** What a prompt says about a file that came with it: where the agent reads it, and what a command such as `doc extract --in` is given. */
export function attachedLine({ path, shared }: Pick<PromptFile, "path" | "shared">): string {
  return shared === undefined ? `Attached file: ${path}` : `Attached file: ${path} (for Parley's commands: ${shared})`;
}
