import { commandLine } from "./plan.ts";
import type { Spoken } from "./incoming-message.ts";

/** `now TEXT` behind the prefix: all that follows the word goes to the session, whatever it looks like. */
export function withUrgency(spoken: Spoken, prefix: string): Spoken {
  if (spoken.isUrgent === true || spoken.isPromptOnly === true) return spoken;
  const line = commandLine(spoken, prefix);
  if (line === undefined) return spoken;
  const [, text] = /^now\s+(\S[^]*)$/iu.exec(line) ?? [];
  return text === undefined ? spoken : { ...spoken, text, isUrgent: true };
}
