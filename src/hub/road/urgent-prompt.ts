import { commandLine } from "./plan.ts";
import type { Spoken } from "./incoming-message.ts";

/** `now TEXT` behind the prefix: all that follows the word goes to the session, whatever it looks like. */
export function withUrgency(spoken: Spoken, prefix: string): Spoken {
  if (spoken.isUrgent === true) return spoken;
  const [, text] = /^now\s+(\S[^]*)$/iu.exec(commandLine(spoken, prefix) ?? "") ?? [];
  return text === undefined ? spoken : { ...spoken, text, isUrgent: true };
}
