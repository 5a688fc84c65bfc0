import { defined } from "#lib/defined";
import type { CommandResult, Limits, RunEnd } from "#domain/command";
import type { JsonObject, JsonValue } from "#domain/json";
import type { WorkspaceFiles } from "#domain/workspace";
import { truncationMarker, keepBothEnds } from "#lib/text/truncate";

/** What a command came back with, or was refused with. */
export type RunOutcome = Pick<RunEnd, "exitCode" | "text" | "result"> & Partial<Pick<RunEnd, "stderr" | "code" | "message">> & Pick<CommandResult, "shown">;

/** Of a result as JSON. A program that wants more reads the artifact. */
const resultChars = 64 * 1024;

/** No output past its limit: what is too long is cut in the middle, and the whole stands in a file of the run. */
export async function boundOutput(outcome: RunOutcome, limits: Limits, files: Pick<WorkspaceFiles, "artifact">): Promise<RunOutcome> {
  const keep = async (name: string, mime: string, whole: string): Promise<string> => {
    await using sink = await files.artifact(name, { mime, description: `The whole of ${name.split(".", 1)[0]}, which was too long to show` });
    await sink.write(whole);
    return (await sink.finish()).path;
  };
  const bounded = async (name: string, text: string): Promise<string> => {
    if (text.length <= limits.outputChars) return text;
    const path = await keep(`${name}.txt`, "text/plain; charset=utf-8", text);
    const tail = `\n[whole: ${path}]`;
    return `${keepBothEnds(text, Math.max(200, limits.outputChars - tail.length), `\n${truncationMarker}\n`)}${tail}`;
  };
  const json = JSON.stringify(outcome.result);
  const result: JsonObject =
    json.length <= resultChars ? outcome.result : { truncated: true, chars: json.length, artifact: await keep("result.json", "application/json", json) };
  return {
    ...outcome,
    text: await bounded("stdout", outcome.text),
    ...(outcome.shown === undefined ? {} : { shown: keepBothEnds(outcome.shown, limits.outputChars, `\n${truncationMarker}\n`) }),
    ...(outcome.stderr === undefined ? {} : { stderr: await bounded("stderr", outcome.stderr) }),
    result,
  };
}

/** Nothing that a command was entrusted with comes out of it, by whatever way. */
export function hideSecrets(outcome: RunOutcome, secrets: readonly string[]): RunOutcome {
  const long = secrets.filter((secret) => secret.length >= 4);
  if (long.length === 0) return outcome;
  const hide = (text: string): string => long.reduce((clean, secret) => clean.replaceAll(secret, "[secret]"), text);
  const deep = (value: JsonValue | undefined): JsonValue | undefined => {
    if (typeof value === "string") return hide(value);
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map((one) => deep(one) ?? null);
    if (typeof value === "object" && value !== null) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deep(inner)]));
    return value;
  };
  return {
    ...outcome,
    text: hide(outcome.text),
    ...defined({
      shown: outcome.shown && hide(outcome.shown),
      stderr: outcome.stderr && hide(outcome.stderr),
      message: outcome.message && hide(outcome.message),
    }),
    result: deep(outcome.result) as JsonObject,
  };
}
