import type { QuestionWire } from "#protocol/wire";
import { Icon } from "#web/parts/icon.tsx";
import { Face } from "#web/parts/avatar.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { when } from "#web/words/format.ts";
import { Head } from "#web/views/conversation/message.tsx";
import { QuestionCard } from "./question-card.tsx";

/** A question stands where it was asked, whatever became of it. */
export function QuestionRow({ question }: { readonly question: QuestionWire }) {
  const { page, words } = useSignedIn();
  return (
    <article class={question.session === null ? "message hub-asks" : "message agent"}>
      {question.session === null ? <Icon name="hub" small /> : <Face kind="agent" name={question.session_name} />}
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
        <QuestionCard question={question} />
      </div>
    </article>
  );
}
