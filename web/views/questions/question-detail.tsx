import { useEffect, useState } from "preact/hooks";
import type { QuestionCopyWire, QuestionWire } from "#protocol/wire";
import { Face } from "#web/parts/avatar.tsx";
import { Glyph, Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { surfaceName } from "#web/parts/place-name.ts";
import { Problem } from "#web/parts/problem.tsx";
import { Subject } from "#web/parts/subject.tsx";
import { TimeLeft } from "#web/parts/time-left.tsx";
import { threadHref } from "#web/state/address.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { when } from "#web/words/format.ts";
import { Answers } from "./answers.tsx";
import type { InboxWords } from "./inbox-list.tsx";
import { Prompt } from "./prompt.tsx";
import { outcomeOf, outcomeSentence } from "./question-outcome.ts";
import { questionTitle } from "./question-title.ts";
import { useAnswer } from "./use-answer.ts";

interface DetailProps {
  readonly question: QuestionWire;
  readonly words: InboxWords;
}

/** One question with all of what is asked for; its answers stand at the lower edge. */
export function QuestionDetail({ question, words: own }: DetailProps) {
  const { words } = useSignedIn();
  const { busy, problem, answer } = useAnswer(question);
  const isOpen = question.state === "open";
  const { isPromptInTitle } = questionTitle(question, words);
  return (
    <article class={`one-question${isOpen ? " pending" : ""}${question.may_answer ? "" : " others"}`} data-question={question.id}>
      <DetailHead question={question} words={own} />
      <div class="scroll grow">
        <div class="one-question-in">
          {!isOpen && <Outcome question={question} />}
          {question.subject !== null && (
            <section class="approved">
              <h2>{own.exactly}</h2>
              <div class="question-body">
                <Subject subject={question.subject} />
              </div>
            </section>
          )}
          {!isPromptInTitle && question.prompt !== "" && <Prompt question={question} />}
          <Facts question={question} words={own} />
          <Copies question={question} words={own} />
          <Problem text={problem} />
        </div>
      </div>
      {isOpen && (
        <div class="question-foot">
          {question.may_answer ? <Answers question={question} busy={busy} answer={answer} reason="open" /> : <span class="who">{words.mayNotAnswer}</span>}
        </div>
      )}
    </article>
  );
}

function DetailHead({ question, words: own }: DetailProps) {
  const { page, words } = useSignedIn();
  const { title } = questionTitle(question, words);
  const topic = page.model.value.threads.get(question.thread)?.topic ?? "";
  return (
    <div class="head">
      <button type="button" class="button quiet icon back" aria-label={own.back} title={own.back} onClick={page.history.toList}>
        <Icon name="back" />
      </button>
      {question.session !== null && <Face kind="agent" name={question.session_name} />}
      <div class="grow">
        <h1 class="clip isolate">
          <Plain text={title} exact />
        </h1>
        <p class="two sm clip">
          {question.session !== null && <Plain text={`${own.session(question.session_name)} `} />}
          <a class="isolate" href={threadHref(question.thread)} data-thread-link>
            <Plain text={topic === "" ? own.toThread : topic} />
          </a>
        </p>
      </div>
      {question.state === "open" && <TimeLeft question={question} />}
    </div>
  );
}

function Outcome({ question }: { readonly question: QuestionWire }) {
  const { page, words } = useSignedIn();
  const { tone, glyph, title } = outcomeOf(question, words);
  return (
    <div class="outcome" role="status">
      <Glyph name={glyph} tone={tone} />
      <div>
        <b>{title}</b>
        <p class="two">
          <Plain text={outcomeSentence(question, page.model.value, words)} />
        </p>
      </div>
    </div>
  );
}

function Facts({ question, words: own }: DetailProps) {
  const { page, words } = useSignedIn();
  const at = (time: string): string => when(Date.parse(time), page.today.value, words.weekdays);
  const facts = [
    [own.asked, at(question.asked_at)],
    [own.by, at(question.expires_at)],
    ...(question.asker === "turn" && question.kind === "permission" ? [[own.from, question.guessed ? own.guessed : own.reported]] : []),
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** In which chats it was asked as well. */
function Copies({ question, words: own }: DetailProps) {
  const { page, words } = useSignedIn();
  const [copies, set] = useState<readonly QuestionCopyWire[]>([]);
  useEffect(() => {
    // Without them nothing is missing that the answer needs.
    page.api.questionCopies(question.id).then(set, () => undefined);
  }, [question.id, question.state]);
  if (copies.length === 0) return null;
  const { links } = page.model.value;
  return (
    <section>
      <h2>{own.alsoIn}</h2>
      <ul class="copies">
        {copies.map(({ channel, state, reason, at }, index) => (
          <li key={index}>
            <Glyph
              name={state === "sent" ? "done" : state === "refused" ? "no" : "clock"}
              tone={state === "sent" ? "ok" : state === "refused" ? "bad" : "warn"}
            />
            <Plain text={words.because(`${surfaceName(`chat:${channel}`, links, words)}, ${own.copy[state] ?? own.copy["other"] ?? ""}`, reason)} />
            <time dateTime={at}>{when(Date.parse(at), page.today.value, words.weekdays)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NoQuestionProps {
  readonly isMissing: boolean;
  readonly isIdle: boolean;
  readonly words: InboxWords;
}

export function NoQuestion({ isMissing, isIdle, words }: NoQuestionProps) {
  return (
    <div class="empty">
      <h2>{isMissing ? words.gone : isIdle ? words.nothing : words.choose}</h2>
      {(isMissing || isIdle) && <p>{isMissing ? words.goneWhy : words.nothingWhy}</p>}
    </div>
  );
}
