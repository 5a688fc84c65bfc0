import { useEffect } from "preact/hooks";
import type { InvalidAgentWire, InvitableWire } from "#protocol/invitations";
import type { QuestionWire } from "#protocol/wire";
import { Face } from "#web/parts/avatar.tsx";
import { Glyph } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { Subject } from "#web/parts/subject.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { mayInvite } from "#web/state/permissions.ts";
import type { Words } from "#web/words/en.ts";
import { Answers } from "#web/views/questions/answers.tsx";
import { useAnswer } from "#web/views/questions/use-answer.ts";

/** An entry of the operator's file that waits for an admin's yes: the question about it can be answered right here. */
export function WaitingRow({ agent, waits }: { readonly agent: InvalidAgentWire; readonly waits: InvitableWire }) {
  const { page, words } = useSignedIn();
  const { questions, me } = page.model.value;
  const question = questions.get(agent.question ?? "");
  const isOpen = question?.state === "open";
  const isOver = question !== undefined && !isOpen;
  useEffect(() => {
    // What was decided changes the list; losing it costs the few seconds until the hub tells.
    if (isOver) page.loads.invitable().catch(() => undefined);
  }, [isOver]);
  // Whoever may not invite does not see the question either.
  const isUnseen = question === undefined && (agent.question === null || !mayInvite(me));
  return (
    <li>
      <Face kind="agent" name={waits.display_name} />
      <div class="waiting">
        <b class="isolate">
          <Plain text={waits.display_name} />
        </b>
        {isOpen || isUnseen ? (
          <p class={isOpen && question.may_answer ? "standing yours" : "standing"}>
            <Glyph name="waiting_input" />
            <span>{words.waitsForApproval}</span>
          </p>
        ) : (
          <Warning text={verdict(question, words)} />
        )}
        {isOpen ? <Deciding question={question} /> : <Would run={waits.command} />}
        {isUnseen && <p class="two">{words.approvalByAdmin}</p>}
      </div>
    </li>
  );
}

/** What a yes would put in force: all of it, and the buttons below. */
function Deciding({ question }: { readonly question: QuestionWire }) {
  const { words } = useSignedIn();
  const { busy, problem, answer } = useAnswer(question);
  return (
    <>
      {question.subject !== null && <Subject subject={question.subject} />}
      <p class="two">
        <Plain text={question.prompt} exact />
      </p>
      {question.may_answer ? (
        <div class="chips">
          <Answers question={question} busy={busy} answer={answer} keyed={false} reason="none" />
        </div>
      ) : (
        <p class="two">{words.mayNotAnswer}</p>
      )}
      <Problem text={problem} />
    </>
  );
}

function Would({ run }: { readonly run: string }) {
  if (run === "") return null;
  return (
    <code>
      <Plain text={run} exact />
    </code>
  );
}

function verdict(question: QuestionWire | undefined, words: Words): string {
  const chosen = question?.options.find((option) => option.id === question.answer?.option);
  return chosen?.grants === "allow" ? words.approvalAllowed : words.approvalOver;
}

export function Warning({ text }: { readonly text: string }) {
  return (
    <p class="standing">
      <Glyph name="error" tone="warn" />
      <span>
        <Plain text={text} />
      </span>
    </p>
  );
}
