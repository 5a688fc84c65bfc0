import type { QuestionWire } from "#protocol/wire";
import { Glyph } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Subject, subjectLine } from "#web/parts/subject.tsx";
import { spelled } from "#web/parts/hidden-characters.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { clock } from "#web/words/format.ts";
import { outcomeOf, outcomeSentence } from "./question-outcome.ts";

/** What became of it: the word, who, where, after how long. What was asked about can still be read whole. */
export function QuestionDone({ question }: { readonly question: QuestionWire }) {
  const { page, words } = useSignedIn();
  const { tone, glyph, title } = outcomeOf(question, words);
  const { answer, subject } = question;
  const hasMore = subject !== null && (subject.directory !== undefined || (subject.environment?.length ?? 0) > 0 || subject.detail !== undefined);
  return (
    <div role="group" class="question done" aria-label={spelled(words.questionFrom(question.session_name))}>
      <div class="question-head">
        <Glyph name={glyph} tone={tone} />
        <b>{title}</b>
        {answer !== null && <span class="left">{clock(Date.parse(answer.at))}</span>}
      </div>
      <div class="question-body">
        <Asked question={question} />
        <p class="sm two">
          <Plain text={outcomeSentence(question, page.model.value, words)} />
        </p>
        {hasMore && (
          <details>
            <summary>{words.allOfIt}</summary>
            <div>
              <Subject subject={subject} />
            </div>
          </details>
        )}
      </div>
    </div>
  );
}

function Asked({ question }: { readonly question: QuestionWire }) {
  const hasCommand = (question.subject?.argv?.length ?? 0) > 0;
  const line = <Plain text={subjectLine(question)} exact />;
  return hasCommand ? <code>{line}</code> : <p class="prompt">{line}</p>;
}
