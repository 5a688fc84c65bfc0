import type { Language } from "#domain/command";
import type { JsonObject } from "#domain/json";
import type { Session, SessionState } from "#domain/session";
import { say } from "#lib/words/words";
import { sessionTexts } from "./session-texts.ts";

function stateName(language: Language, state: SessionState): string {
  switch (state) {
    case "idle":
      return say(language, sessionTexts.stateIdle);
    case "processing":
      return say(language, sessionTexts.stateProcessing);
    case "waiting_input":
      return say(language, sessionTexts.stateWaiting);
    case "error":
      return say(language, sessionTexts.stateError);
    case "dead":
      return say(language, sessionTexts.stateDead);
  }
}

/** The state, and how many prompts wait. */
export function stateAndQueue(language: Language, session: Pick<Session, "state" | "queue">): string {
  return withQueue(language, currentState(language, session), session.queue);
}

/** The same with the state's reason, on one line. */
export function stateInFull(language: Language, session: Session): string {
  const name = currentState(language, session);
  const why = session.reason.trim().replace(/\s+/g, " ");
  return withQueue(language, why === "" ? name : say(language, sessionTexts.stateBecause, { state: name, reason: why }), session.queue);
}

/** Prompts wait for an idle session while its agent is busy elsewhere, or their files are being fetched. */
function currentState(language: Language, { state, queue }: Pick<Session, "state" | "queue">): string {
  return state === "idle" && queue > 0 ? say(language, sessionTexts.stateQueued) : stateName(language, state);
}

function withQueue(language: Language, state: string, queue: number): string {
  return queue === 0 ? state : say(language, sessionTexts.stateQueue, { state, queue });
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
    ...(session.usage !== undefined && { usage: { ...session.usage } }),
  };
}
