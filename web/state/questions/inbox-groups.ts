import type { QuestionWire } from "#protocol/wire";

export const inboxFilters = ["all", "waiting", "answered", "expired"] as const;

export type InboxFilter = (typeof inboxFilters)[number];

/** What this person can answer, soonest to expire first; what others can; what is over, newest first. */
export interface InboxGroups {
  readonly yours: readonly QuestionWire[];
  readonly others: readonly QuestionWire[];
  readonly past: readonly QuestionWire[];
}

export function inboxGroups(questions: readonly QuestionWire[], filter: InboxFilter): InboxGroups {
  const open = questions.filter(({ state }) => state === "open").sort((a, b) => Date.parse(a.expires_at) - Date.parse(b.expires_at));
  const past = questions
    .filter(({ state }) => state !== "open" && (filter === "all" || filter === state || (filter === "expired" && state === "withdrawn")))
    .sort((a, b) => overAt(b) - overAt(a));
  const isOpenShown = filter === "all" || filter === "waiting";
  return {
    yours: isOpenShown ? open.filter((question) => question.may_answer) : [],
    others: isOpenShown ? open.filter((question) => !question.may_answer) : [],
    past: filter === "waiting" ? [] : past,
  };
}

/** When it was over, as far as that is known. */
export function overAt({ answer, state, expires_at: expires, asked_at: asked }: QuestionWire): number {
  if (answer !== null) return Date.parse(answer.at);
  return Date.parse(state === "expired" ? expires : asked);
}
