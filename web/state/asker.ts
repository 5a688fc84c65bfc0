import type { QuestionWire, SessionWire } from "#protocol/wire";

/** Whom an answer is told: the session that asks, by name. Empty where the hub asks for somebody: the session it does that with is its own business. */
export function askerOf({ session, session_name: name }: Pick<QuestionWire, "session" | "session_name">, sessions: ReadonlyMap<string, SessionWire>): string {
  return sessions.get(session)?.cli_type === "parley" ? "" : name;
}
