import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import type { QuestionWire } from "#protocol/wire";
import { Plain } from "#web/parts/plain-text.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { labelOf } from "./question-outcome.ts";
import type { Answer } from "./use-answer.ts";

interface AnswersProps {
  readonly question: QuestionWire;
  readonly busy: boolean;
  readonly answer: Answer;
  /** Whether the digits do something where these stand. */
  readonly keyed?: boolean;
  /** Whether the field for the reason of a denial stands there, opens with a button, or is left out. */
  readonly reason?: "open" | "folded" | "none";
}

/** A button for each choice; a field for words, and one for why not. */
export function Answers({ question, busy, answer, keyed = true, reason: place = "folded" }: AnswersProps) {
  const { words } = useSignedIn();
  const [reason, setReason] = useState("");
  const denial = question.options.find((option) => option.grants === "deny");
  const main = question.kind === "permission" ? question.options.findIndex((option) => option.grants === "allow") : -1;
  const because = reason.trim() === "" ? undefined : reason.trim();
  return (
    <>
      {question.options.map((option, at) => (
        <button
          key={option.id}
          type="button"
          data-option={option.id}
          class={at === main ? "button main" : "button"}
          disabled={busy}
          onClick={() => answer(option.id, { reason: option.grants === "deny" ? because : undefined })}
        >
          <span>
            <Plain text={labelOf(option, words)} exact />
          </span>
          {keyed && at < 9 && <kbd aria-hidden="true">{at + 1}</kbd>}
        </button>
      ))}
      {denial !== undefined && place !== "none" && (
        <Reason
          text={reason}
          isOpen={place === "open"}
          onWrite={setReason}
          onDone={() => because !== undefined && answer(denial.id, { reason: because, isTyped: true })}
        />
      )}
      {question.kind === "text" && <FreeText hasOptions={question.options.length > 0} busy={busy} answer={answer} />}
    </>
  );
}

interface ReasonProps {
  readonly text: string;
  readonly isOpen: boolean;
  readonly onWrite: (text: string) => void;
  readonly onDone: () => void;
}

/** Enter in it denies: there is nothing else that a reason could be for. */
function Reason({ text, isOpen, onWrite, onDone }: ReasonProps) {
  const { words } = useSignedIn();
  const [isUnfolded, unfold] = useState(isOpen);
  if (!isUnfolded)
    return (
      <button type="button" class="button quiet" onClick={() => unfold(true)}>
        {words.denyReason}
      </button>
    );
  return (
    <label class="field reason">
      <span class="sr">{words.reasonIfDenied}</span>
      <input
        ref={(field) => {
          if (!isOpen && text === "") field?.focus();
        }}
        value={text}
        maxLength={2_000}
        placeholder={words.reasonIfDenied}
        onInput={(event) => onWrite(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.isComposing) onDone();
        }}
      />
    </label>
  );
}

function FreeText({ hasOptions, busy, answer }: { readonly hasOptions: boolean; readonly busy: boolean; readonly answer: Answer }) {
  const { words } = useSignedIn();
  const [text, setText] = useState("");
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (text.trim() !== "") answer(text.trim(), { isTyped: true });
  };
  return (
    <form class="write" onSubmit={onSubmit}>
      <label class="field">
        <span class="sr">{words.writeAnswer}</span>
        <input
          value={text}
          maxLength={16_384}
          placeholder={hasOptions ? words.orWriteAnswer : words.writeAnswer}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button main" disabled={busy || text.trim() === ""}>
        {words.answer}
      </button>
    </form>
  );
}
