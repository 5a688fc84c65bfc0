import type { QuestionWire } from "#protocol/wire";

/** Who gets the answer: the session whose turn waits for it, by name. Empty where a command or the hub asks for somebody else. */
export function askerOf({ session, session_name: name }: Pick<QuestionWire, "session" | "session_name">): string {
  return session === null ? "" : name;
}
