import { ParleyError } from "#domain/errors";
import type { CommandEnd } from "#domain/sandbox";
import type { TaskContext } from "#agents/delivery/task/task-context";
import { defined } from "#lib/defined";

/** Runs a script of ours in the container; what comes from a model goes in by the environment, never into the script. */
export async function inContainer(
  { sandbox, settings }: Pick<TaskContext, "sandbox" | "settings">,
  script: string,
  how: { readonly env?: Readonly<Record<string, string>>; readonly timeoutMs?: number; readonly directory?: string; readonly signal: AbortSignal },
): Promise<CommandEnd> {
  const { env, timeoutMs = 120_000, directory = "/workspace", signal } = how;
  return sandbox.run({ command: script, directory, outputChars: settings.outputChars, ...defined({ env }) }, timeoutMs, signal);
}

export function succeeded(end: CommandEnd, what: string): string {
  if (end.exitCode === 0) return end.stdout;
  const why = end.cut === undefined ? `exit code ${end.exitCode}` : end.cut;
  throw new ParleyError("InvalidArgs", `${what} failed (${why}): ${`${end.stderr}\n${end.stdout}`.trim().slice(-1_000)}`);
}
