import type { QuestionWire } from "#protocol/wire";
import { Glyph } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { spelled } from "#web/parts/hidden-characters.ts";
import { Subject } from "#web/parts/subject.tsx";
import { TimeLeft } from "#web/parts/time-left.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { Answers } from "./answers.tsx";
import { Prompt } from "./prompt.tsx";
import { questionTitle } from "./question-title.ts";
import { useAnswer } from "./use-answer.ts";

export function QuestionOpen({ question }: { readonly question: QuestionWire }) {
  const { words } = useSignedIn();
  const { busy, problem, answer } = useAnswer(question);
  const { subject, prompt, session_name: name } = question;
  const { title, isPromptInTitle } = questionTitle(question, words);
  return (
    <div role="group" class={question.may_answer ? "question pending" : "question pending others"} aria-label={spelled(words.questionFrom(name))}>
      <div class="question-head">
        <Glyph name="waiting_input" />
        <b>
          <Plain text={title} exact />
        </b>
        <TimeLeft question={question} />
      </div>
      {(subject !== null || !isPromptInTitle || problem !== "") && (
        <div class="question-body">
          {subject !== null && <Subject subject={subject} />}
          {!isPromptInTitle && prompt !== "" && <Prompt question={question} />}
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
