import { ParleyError } from "#domain/errors";
import type { Sandbox } from "#domain/sandbox";
import type { TaskRequest } from "#domain/task";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { redactText } from "#lib/redact/redact";
import { deliveryTexts } from "#agents/delivery/texts";

const cloneWithinMs = 600_000;

/** Address and ref are arguments of git, never words of a shell. */
const script = `set -e
git -c protocol.ext.allow=never -c protocol.file.allow=never clone --quiet -- "$GIT_URL" .
if [ -n "$GIT_REF" ]; then git -c advice.detachedHead=false checkout --quiet "$GIT_REF" --; fi
git rev-parse HEAD`;

/** Clones inside the container; returns the commit. An empty source needs nothing. */
export async function getSource(sandbox: Sandbox, source: TaskRequest["source"], language: TextLanguage, signal: AbortSignal): Promise<string | undefined> {
  if (source.type === "empty") return undefined;
  const env = { GIT_URL: source.url, GIT_REF: source.ref ?? "", GIT_TERMINAL_PROMPT: "0" };
  const { exitCode, stdout, stderr, cut } = await sandbox.run({ command: script, directory: "/workspace", outputChars: 4_000, env }, cloneWithinMs, signal);
  const commit = stdout.trim().split("\n").at(-1) ?? "";
  if (exitCode === 0 && /^[\da-f]{40,64}$/.test(commit)) return commit;
  const reason = redactText(stderr.trim().split("\n").slice(-2).join(" ")).slice(0, 300) || (cut ?? `exit code ${exitCode}`);
  throw new ParleyError("InvalidArgs", say(language, deliveryTexts.cloneFailed, { url: redactText(source.url), reason }));
}
