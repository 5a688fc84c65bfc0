import type { Run } from "#domain/command";
import { errorCodes } from "#domain/errors";
import type { ToolOutcome } from "#agents/kit/loop/agent-tool";
import { markData } from "#agents/steward/mark-data";

/** What the model is told of a run. What it printed is data, and so is how a command failed; that it was refused, and why, is the hub's own word. */
export function outcomeOf(source: string, { exitCode, text = "", stderr = "", code, message, result, artifacts = [] }: Run): ToolOutcome {
  if (code !== undefined) {
    const why = message ?? stderr;
    return { isError: true, text: `${code}: ${Object.hasOwn(errorCodes, code) ? why : markData(source, why)}` };
  }
  const files = artifacts.map(({ path, bytes }) => `${path} (${bytes} bytes)`);
  const parts = [
    ...(text === "" ? [] : [markData(source, text)]),
    ...(stderr === "" ? [] : [markData(`${source}, errors`, stderr)]),
    ...(text === "" && stderr === "" ? [markData(source, JSON.stringify(result ?? {}))] : []),
    ...(files.length === 0 ? [] : [`Files written: ${files.join(", ")}`]),
    ...(exitCode === 0 ? [] : [`Exit code ${exitCode ?? "unknown"}.`]),
  ];
  return { text: parts.join("\n"), ...(exitCode !== 0 && { isError: true }) };
}
