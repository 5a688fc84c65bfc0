import type { QuestionWire } from "#protocol/wire";
import { Glyph } from "#web/parts/icon.tsx";
import { ListSide } from "#web/parts/list-side.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { subjectLine } from "#web/parts/subject.tsx";
import { viewHref } from "#web/state/address.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { type InboxFilter, type InboxGroups, inboxFilters, overAt } from "#web/state/questions/inbox-groups.ts";
import { counting, when } from "#web/words/format.ts";
import type { inboxWords } from "#web/words/inbox.ts";
import { outcomeOf, outcomeSentence } from "./question-outcome.ts";

export type InboxWords = (typeof inboxWords)["en"];

interface InboxListProps {
  readonly groups: InboxGroups;
  readonly filter: InboxFilter;
  readonly onPick: (filter: InboxFilter) => void;
  readonly chosen: string | null;
  readonly words: InboxWords;
}

export function InboxList({ groups, filter, onPick, chosen, words }: InboxListProps) {
  const { yours, others, past } = groups;
  const isEmpty = yours.length + others.length + past.length === 0;
  return (
    <ListSide name={words.list}>
      <div class="filters inbox-filters" role="group" aria-label={words.show}>
        {inboxFilters.map((one) => (
          <button key={one} type="button" aria-pressed={filter === one} onClick={() => onPick(one)}>
            {words.filter[one]}
          </button>
        ))}
      </div>
      <nav class="scroll grow" aria-label={words.list} tabIndex={-1}>
        {isEmpty && <p class="group">{filter === "all" || filter === "waiting" ? words.nothing : words.nothingOfThis}</p>}
        <Group title={words.yours} questions={yours} chosen={chosen} />
        <Group title={words.others} questions={others} chosen={chosen} />
        <Group title={words.past} questions={past} chosen={chosen} />
      </nav>
      <p class="keys" aria-hidden="true">
        <span>
          <kbd>J</kbd> <kbd>K</kbd> {words.move}
        </span>
        <span>
          <kbd>1</kbd>–<kbd>9</kbd> {words.answer}
        </span>
        <span>
          <kbd>Enter</kbd> {words.thread}
        </span>
        <span>
          <kbd>?</kbd> {words.keys}
        </span>
      </p>
    </ListSide>
  );
}

function Group({ title, questions, chosen }: { readonly title: string; readonly questions: readonly QuestionWire[]; readonly chosen: string | null }) {
  if (questions.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 class="group">{title}</h2>
      {questions.map((question) => (
        <AskRow key={question.id} question={question} isChosen={chosen === question.id} />
      ))}
    </section>
  );
}

function AskRow({ question, isChosen }: { readonly question: QuestionWire; readonly isChosen: boolean }) {
  const isOpen = question.state === "open";
  return (
    <a
      class={isOpen ? "ask-row" : "ask-row past"}
      href={viewHref("questions", question.id)}
      data-ask={question.id}
      aria-current={isChosen ? "true" : undefined}
    >
      {isOpen ? <OpenRow question={question} /> : <PastRow question={question} />}
    </a>
  );
}

function OpenRow({ question }: { readonly question: QuestionWire }) {
  const { page, words } = useSignedIn();
  const left = Date.parse(question.expires_at) - page.now.value;
  const isShort = left < 60_000;
  return (
    <>
      <Glyph name={isShort ? "clock" : "waiting_input"} tone={isShort ? "warn" : ""} />
      <b class="clip isolate">
        <Plain text={question.session_name} />
      </b>
      <span class={isShort ? "left warn" : "left"}>{words.left(counting(left))}</span>
      <Line question={question} />
      <span class="under clip isolate">
        <Plain text={page.model.value.threads.get(question.thread)?.topic ?? ""} />
      </span>
    </>
  );
}

function PastRow({ question }: { readonly question: QuestionWire }) {
  const { page, words } = useSignedIn();
  const { tone, glyph, title } = outcomeOf(question, words);
  return (
    <>
      <Glyph name={glyph} tone={tone} label={title} />
      <Line question={question} />
      <span class="left dim">{when(overAt(question), page.today.value, words.weekdays)}</span>
      <span class="under isolate">
        <Plain text={outcomeSentence(question, page.model.value, words)} />
      </span>
    </>
  );
}

/** The command, or what was asked in words. */
function Line({ question }: { readonly question: QuestionWire }) {
  const hasCommand = (question.subject?.argv?.length ?? 0) > 0;
  return (
    <span class={hasCommand ? "cmd clip isolate" : "clip isolate"}>
      <Plain text={hasCommand ? subjectLine(question) : (question.title ?? question.prompt)} exact />
    </span>
  );
}
