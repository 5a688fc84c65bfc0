import type { Language } from "#domain/command";
import type { JsonObject } from "#domain/json";
import type { Session, SessionState } from "#domain/session";
import { say } from "#lib/words";

export function stateName(language: Language, state: SessionState): string {
  switch (state) {
    case "idle":
      return say(language, "stateIdle");
    case "processing":
      return say(language, "stateProcessing");
    case "waiting_input":
      return say(language, "stateWaiting");
    case "error":
      return say(language, "stateError");
    case "dead":
      return say(language, "stateDead");
  }
}

/** The state, its reason on the same line, and how many prompts wait. */
export function stateInFull(language: Language, { state, reason, queue }: Session): string {
  const name = stateName(language, state);
  const why = reason.trim().replace(/\s+/g, " ");
  const because = why === "" ? name : say(language, "stateBecause", { state: name, reason: why });
  return queue === 0 ? because : say(language, "stateQueue", { state: because, queue });
}

/** For programs; the names are those of `GET /api/sessions`. */
export function sessionJson(session: Session): JsonObject {
  return {
    id: session.id,
    name: session.name,
    cli_type: session.cliType,
    work_dir: session.workDir,
    state: session.state,
    reason: session.reason,
    queue: session.queue,
    created_at: new Date(session.at).toISOString(),
  };
}
