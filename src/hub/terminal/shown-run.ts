import type { Language, NewRun } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { formatDuration } from "#lib/time/format-duration";
import { say } from "#lib/words/words";
import type { CommandCall } from "./plan-command.ts";
import type { RunOutcome } from "./run-output.ts";
import { terminalTexts } from "./texts.ts";
import { defined } from "#lib/defined";

/** A chat verb speaks with one voice: what went wrong is its text. */
export function asTyped({ table }: CommandCall, { stderr, ...outcome }: RunOutcome): RunOutcome {
  return table === "chat" ? { ...outcome, text: outcome.text === "" ? (stderr ?? "") : outcome.text } : { ...outcome, ...defined({ stderr }) };
}

/** What a terminal prints keeps its lines in a chat. */
export function shownInChat({ table }: CommandCall, outcome: RunOutcome, artifacts: readonly { readonly path: string }[]): string {
  const { shown: text = outcome.text, stderr = "" } = outcome;
  if (table === "chat") return text;
  const fence = "`".repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length + 1)));
  const printed = text === "" ? [] : [`${fence}\n${text}\n${fence}`];
  return [...printed, ...(stderr === "" ? [] : [stderr]), ...artifacts.map(({ path }) => `- \`${path}\``)].join("\n");
}

export function interrupted({ line }: NewRun, language: Language): RunOutcome & { readonly message: string } {
  const message = say(language, terminalTexts.commandInterrupted, { line });
  return { exitCode: 1, text: "", stderr: message, code: "Interrupted", message, result: { ok: false, interrupted: true } };
}

export function tookTooLong({ language }: CommandCall, name: string, timeMs: number): ParleyError {
  const time = timeMs < 1_000 ? `${timeMs} ms` : formatDuration(language, timeMs);
  return new ParleyError("Timeout", say(language, terminalTexts.commandTimeout, { prefix: "", name, span: time }));
}
