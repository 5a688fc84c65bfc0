import type { TargetedSubmitEvent } from "preact";
import { useRef, useState } from "preact/hooks";
import type { QuestionWire } from "#protocol/wire";
import { Fuse } from "#web/parts/countdown.tsx";
import { Glyph, Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { spelled } from "#web/parts/hidden-characters.ts";
import { Subject } from "#web/parts/subject.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import { counting } from "#web/words/format.ts";

/** A question that has just appeared under a hand must not be answered by it. */
const deafMs = 400;
/** A prompt that fits the head of the card. */
const shortPrompt = 80;

export function QuestionOpen({ question }: { readonly question: QuestionWire }) {
  const { words } = useSignedIn();
  const { busy, problem, answer } = useAnswer(question);
  const { subject, prompt, kind, session_name: name, title: ownTitle } = question;
  const isShort = prompt.length <= shortPrompt && !prompt.includes("\n");
  const hasCommand = (subject?.argv?.length ?? 0) > 0;
  const isPermission = kind === "permission";
  // The hub says in its own words what is asked for; an agent's words are quoted.
  const title = ownTitle ?? (hasCommand ? words.asksToRun(name) : isPermission ? words.asksPermission(name) : words.asks(name, isShort ? prompt : ""));
  const isInHead = ownTitle === null && !isPermission && !hasCommand && isShort;
  return (
    <div role="group" class={question.may_answer ? "question pending" : "question pending others"} aria-label={spelled(words.questionFrom(name))}>
      <div class="question-head">
        <Glyph name="waiting_input" />
        <b>
          <Plain text={title} exact />
        </b>
        <TimeLeft question={question} />
      </div>
      {(subject !== null || !isInHead || problem !== "") && (
        <div class="question-body">
          {subject !== null && <Subject subject={subject} />}
          {!isInHead && prompt !== "" && <Words text={prompt} label={subject === null || question.asker !== "turn" ? "" : words.inWordsOf(name)} />}
          <Problem text={problem} />
        </div>
      )}
      <div class="question-foot">
        {question.may_answer && <Answers question={question} busy={busy} answer={answer} />}
        <span class="who">{question.may_answer ? words.mayAnswer : words.mayNotAnswer}</span>
      </div>
    </div>
  );
}

function Words({ text, label }: { readonly text: string; readonly label: string }) {
  if (label === "") {
    return (
      <p class="prompt">
        <Plain text={text} exact />
      </p>
    );
  }
  return (
    <div class="labelled">
      <span class="dim sm">{label}</span>
      <p class="quote">
        <Plain text={text} exact />
      </p>
    </div>
  );
}

interface AnswersProps {
  readonly question: QuestionWire;
  readonly busy: boolean;
  readonly answer: Answer;
  /** Whether the digits do something where these stand. */
  readonly keyed?: boolean;
}

export function Answers({ question, busy, answer, keyed = true }: AnswersProps) {
  const { words } = useSignedIn();
  const [text, setText] = useState("");
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (text.trim() !== "") answer(text.trim(), true);
  };
  const main = question.kind === "permission" ? question.options.findIndex((option) => option.grants === "allow") : -1;
  return (
    <>
      {question.options.map((option, at) => (
        <button
          key={option.id}
          type="button"
          data-option={option.id}
          class={at === main ? "button main" : "button"}
          disabled={busy}
          onClick={() => answer(option.id)}
        >
          <span>
            <Plain text={option.label} exact />
          </span>
          {keyed && at < 9 && <kbd aria-hidden="true">{at + 1}</kbd>}
        </button>
      ))}
      {question.kind === "text" && (
        <form class="write" onSubmit={onSubmit}>
          <label class="field">
            <span class="sr">{words.writeAnswer}</span>
            <input
              value={text}
              maxLength={16_384}
              placeholder={question.options.length > 0 ? words.orWriteAnswer : words.writeAnswer}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="button main" disabled={busy || text.trim() === ""}>
            {words.answer}
          </button>
        </form>
      )}
    </>
  );
}

function TimeLeft({ question }: { readonly question: QuestionWire }) {
  const { page, words } = useSignedIn();
  const now = page.now.value;
  const [from, until] = [Date.parse(question.asked_at), Date.parse(question.expires_at)];
  const isShort = until - now < 60_000;
  return (
    <>
      <span class={isShort ? "left warn" : "left"}>
        <Icon name="clock" small />
        {words.left(counting(until - now))}
      </span>
      <Fuse from={from} until={until} now={now} />
    </>
  );
}

/** What was typed cannot have been meant for something else. */
type Answer = (choice: string, isTyped?: boolean) => void;

export function useAnswer(question: QuestionWire): { readonly busy: boolean; readonly problem: string; readonly answer: Answer } {
  const { page, words } = useSignedIn();
  const drawnAt = useRef(performance.now());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const answer = (choice: string, isTyped = false): void => {
    const isDeaf = !isTyped && performance.now() - drawnAt.current < deafMs;
    if (busy || isDeaf || !question.may_answer) return;
    setBusy(true);
    setProblem("");
    page.api
      .answer(question.id, choice)
      .catch((error: unknown) => setProblem(sentenceOf(error, words)))
      .finally(() => setBusy(false));
  };
  return { busy, problem, answer };
}
