import type { QuestionWire } from "#protocol/wire";
import { Face } from "#web/parts/face.tsx";
import { useHere } from "#web/state/here.ts";
import { when } from "#web/words/format.ts";
import { Head } from "./message.tsx";
import { QuestionDone } from "./question-done.tsx";
import { QuestionOpen } from "./question-open.tsx";

/** A question stands where it was asked, whatever became of it. */
export function QuestionRow({ question }: { readonly question: QuestionWire }) {
  const { page, words } = useHere();
  return (
    <article class="message agent">
      <Face kind="agent" name={question.session_name} />
      <div class="body">
        <Head
          name={question.session_name}
          from={
            question.guessed && (
              <span class="tag" title={words.guessedWhy}>
                {words.guessed}
              </span>
            )
          }
          at={<time dateTime={question.asked_at}>{when(Date.parse(question.asked_at), page.today.value, words.weekdays)}</time>}
        />
        {question.state === "open" ? <QuestionOpen question={question} /> : <QuestionDone question={question} />}
      </div>
    </article>
  );
}
