import type { QuestionWire } from "#protocol/wire";
import type { Model } from "#web/state/stream/model.ts";

/** What this person can answer now, soonest to expire first. */
export function waitingQuestions({ questions }: Pick<Model, "questions">): readonly QuestionWire[] {
  return [...questions.values()]
    .filter((question) => question.state === "open" && question.may_answer)
    .sort((a, b) => Date.parse(a.expires_at) - Date.parse(b.expires_at));
}
