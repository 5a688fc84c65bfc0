import type { QuestionWire } from "#protocol/wire";
import { Glyph } from "#web/parts/icon.tsx";
import { whereAnswered } from "#web/parts/place-name.ts";
import { Plain } from "#web/parts/plain-text.tsx";
import { Subject, subjectLine } from "#web/parts/subject.tsx";
import { spelled } from "#web/parts/hidden-characters.ts";
import { askerOf } from "#web/state/thread/asker.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { Words } from "#web/words/en.ts";
import { clock, counting } from "#web/words/format.ts";

/** What became of it: the word, who, where, after how long. What was asked about can still be read whole. */
export function QuestionDone({ question }: { readonly question: QuestionWire }) {
  const { words } = useSignedIn();
  const { tone, glyph, title } = outcome(question, words);
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
          <Sentence question={question} />
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

function Sentence({ question }: { readonly question: QuestionWire }) {
  const { page, words } = useSignedIn();
  const { me, links } = page.model.value;
  const { answer, session_name: name } = question;
  const asked = Date.parse(question.asked_at);
  if (question.state === "expired") return <Plain text={words.expiredAfter(askerOf(question), counting(Date.parse(question.expires_at) - asked))} />;
  if (question.state === "withdrawn" || answer === null) return <Plain text={words.withdrawnBecause(name, question.reason ?? "")} />;
  const isMine = me !== null && (answer.by === me.id || answer.by === me.name);
  const what = answer.text ?? question.options.find((option) => option.id === answer.option)?.label ?? answer.option ?? "";
  const where = whereAnswered(answer.surface, isMine, links, words);
  return <Plain text={words.answeredBy(isMine ? words.you : answer.by, what, where, counting(Date.parse(answer.at) - asked))} />;
}

function outcome(
  question: QuestionWire,
  words: Words,
): { readonly tone: "ok" | "bad" | "warn"; readonly glyph: "done" | "no" | "clock"; readonly title: string } {
  const isPermission = question.kind === "permission";
  if (question.state === "expired") return { tone: "warn", glyph: "clock", title: isPermission ? words.expired : words.expiredChoice };
  if (question.state === "withdrawn") return { tone: "warn", glyph: "clock", title: words.withdrawn };
  const option = question.options.find((one) => one.id === question.answer?.option);
  if (option?.grants === "deny") return { tone: "bad", glyph: "no", title: words.denied };
  return { tone: "ok", glyph: "done", title: option?.grants === "allow" ? words.allowed : words.answered };
}
