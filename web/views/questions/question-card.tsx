import type { QuestionWire } from "#protocol/wire";
import { QuestionDone } from "./question-done.tsx";
import { QuestionOpen } from "./question-open.tsx";

/** A question as it stands: with its buttons while it is open, then with what became of it. */
export function QuestionCard({ question }: { readonly question: QuestionWire }) {
  return <div data-question={question.id}>{question.state === "open" ? <QuestionOpen question={question} /> : <QuestionDone question={question} />}</div>;
}
