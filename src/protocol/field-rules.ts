/** Rules of our own about a field. A schema names one as its message; the door has the sentence for it, in every language. */
export type FieldRule = "notBlank" | "nothingHidden" | "account" | "templateId" | "candidate" | "newText" | "threadId" | "runId" | "object";

export const rule = (name: FieldRule): string => `rule:${name}`;

/** The rule that an issue's message names; undefined for a message of the schema library. */
export function ruleIn(message: string): string | undefined {
  return /^rule:(\w+)$/.exec(message)?.[1];
}
