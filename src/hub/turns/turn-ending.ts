import type { Session, SessionEvent } from "#domain/session";
import type { TurnEnd } from "#domain/store";
import type { NewMessage } from "#domain/thread";
import type { Ending, Turn } from "#domain/turn";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import type { Draft } from "./drafts.ts";
import { hubLine, sessionAuthor } from "#hub/authors";
import { turnTexts } from "./texts.ts";

interface Ended {
  readonly turn: Turn;
  readonly session: Session;
  readonly ending: Ending;
  readonly draft: Draft | undefined;
  readonly stoppedBy: string | undefined;
}

/**
 * The answer; or what there is of it and how it ended; or, where nothing was said, the hub's line about it. That somebody stopped
 * it is always a line of the hub's own: the agent did not say so.
 */
export function endingMessages(
  { newId, clock, settings }: Pick<HubDeps, "newId" | "clock" | "settings">,
  { turn, session, ending, draft, stoppedBy }: Ended,
): Pick<TurnEnd, "notice"> & { readonly message: NewMessage } {
  const at = clock.now();
  const said = ending.text ?? draft?.text ?? "";
  const steps = (draft?.steps ?? []).map((step) => (step.state === "running" && ending.how !== "completed" ? { ...step, state: "failed" as const } : step));
  const by = {
    id: newId("msg"),
    thread: turn.thread,
    at,
    author: sessionAuthor(session),
    role: "assistant" as const,
    surface: "hub" as const,
    turn: turn.id,
    steps,
  };
  if (ending.how === "completed") return { message: { ...by, text: said } };
  const word = endingWord(settings, session, ending, stoppedBy);
  if (said === "" && steps.length === 0) return { message: hubLine(newId, turn.thread, at, word, turn.id) };
  if (ending.how !== "stopped") return { message: { ...by, text: said === "" ? word : `${said}\n\n${word}` } };
  if (said === "") return { message: { ...hubLine(newId, turn.thread, at, word, turn.id), steps } };
  return { message: { ...by, text: said }, notice: hubLine(newId, turn.thread, at, word) };
}

function endingWord(settings: HubDeps["settings"], session: Session, ending: Exclude<Ending, { how: "completed" }>, stoppedBy: string | undefined): string {
  const language = settings.language;
  // A reason may be a sentence of its own.
  const values = { session: session.name, reason: ending.reason.replace(/[.。]$/, "") };
  if (ending.how === "failed") return say(language, turnTexts.turnFailed, { ...values, prefix: settings.prefix });
  if (ending.how === "lost") return say(language, turnTexts.turnLost, values);
  if (stoppedBy === undefined) return say(language, turnTexts.turnStoppedBecause, values);
  // What a delivery has made so far goes with its container.
  return say(language, session.kind === "delivery" ? turnTexts.deliveryStopped : turnTexts.turnStopped, { session: session.name, who: stoppedBy });
}

export function sessionEvent(ending: Ending, overdue: boolean): SessionEvent {
  if (ending.how === "completed") return overdue ? "late" : "ended";
  if (ending.how === "stopped") return overdue ? "late" : "stopped";
  return "failed";
}
