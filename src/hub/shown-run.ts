import type { CommandCall } from "./plan-command.ts";
import type { Outcome } from "./run-output.ts";

/** A chat verb speaks with one voice: what went wrong is its text. */
export function asTyped({ table }: CommandCall, { stderr, ...outcome }: Outcome): Outcome {
  return table === "chat"
    ? { ...outcome, text: outcome.text === "" ? (stderr ?? "") : outcome.text }
    : { ...outcome, ...(stderr === undefined ? {} : { stderr }) };
}

/** What a terminal prints keeps its lines in a chat. */
export function shownInChat({ table }: CommandCall, { text, stderr = "" }: Outcome, artifacts: readonly { readonly path: string }[]): string {
  if (table === "chat") return text;
  const fence = "`".repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length + 1)));
  const printed = text === "" ? [] : [`${fence}\n${text}\n${fence}`];
  return [...printed, ...(stderr === "" ? [] : [stderr]), ...artifacts.map(({ path }) => `- \`${path}\``)].join("\n");
}
