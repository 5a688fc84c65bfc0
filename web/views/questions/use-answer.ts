import { useRef, useState } from "preact/hooks";
import type { QuestionWire } from "#protocol/wire";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { sentenceOf } from "#web/state/sentence.ts";

/** A question that has just appeared under a hand must not be answered by it. */
const deafMs = 400;

interface HowAnswered {
  /** What was typed cannot have been meant for something else. */
  readonly isTyped?: boolean;
  /** Why, with an option that denies. */
  readonly reason?: string | undefined;
}

export type Answer = (choice: string, how?: HowAnswered) => void;

export function useAnswer(question: QuestionWire): { readonly busy: boolean; readonly problem: string; readonly answer: Answer } {
  const { page, words } = useSignedIn();
  const drawnAt = useRef(performance.now());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const answer: Answer = (choice, { isTyped = false, reason } = {}) => {
    const isDeaf = !isTyped && performance.now() - drawnAt.current < deafMs;
    if (busy || isDeaf || !question.may_answer) return;
    setBusy(true);
    setProblem("");
    page.api
      .answer(question.id, choice, reason)
      .catch((error: unknown) => setProblem(sentenceOf(error, words)))
      .finally(() => setBusy(false));
  };
  return { busy, problem, answer };
}
