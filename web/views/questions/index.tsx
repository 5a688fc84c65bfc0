import "#web/style/inbox.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { useMatches } from "#web/parts/media-query.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { type InboxFilter, inboxGroups } from "#web/state/questions/inbox-groups.ts";
import { inboxWords } from "#web/words/inbox.ts";
import type { ViewProps } from "#web/views/frame/view-props.ts";
import { useInboxKeys } from "./inbox-keys.ts";
import { InboxList } from "./inbox-list.tsx";
import { NoQuestion, QuestionDetail } from "./question-detail.tsx";

/** Everything that waits for a person, with exactly what is asked for, and what became of the rest. */
export function View({ part }: ViewProps) {
  const { page } = useSignedIn();
  const words = inboxWords[page.language.value];
  const [filter, pick] = useState<InboxFilter>("all");
  const { questions } = page.model.value;
  const groups = inboxGroups([...questions.values()], filter);
  const isNarrow = useMatches("(max-width: 719px)");
  const chosen = useChosen(part, groups.yours[0]?.id, isNarrow);
  const question = chosen === null ? undefined : questions.get(chosen);
  const isLoaded = useHistory();
  useInboxKeys([...groups.yours, ...groups.others, ...groups.past], question);
  return (
    <div class={`inbox${part === null ? "" : " detail-open"}`}>
      <InboxList groups={groups} filter={filter} onPick={pick} chosen={isNarrow ? null : chosen} words={words} />
      <main class="middle inbox-detail" id="main" tabIndex={-1} aria-label={words.detail}>
        {question === undefined ? (
          <NoQuestion isMissing={chosen !== null && isLoaded} isIdle={groups.yours.length === 0} words={words} />
        ) : (
          <QuestionDetail key={question.id} question={question} words={words} />
        )}
      </main>
    </div>
  );
}

/** What the address names; else, where there is room for it, the one that expires first, which then stays until another is chosen. */
function useChosen(part: string | null, first: string | undefined, isNarrow: boolean): string | null {
  const kept = useRef<string | null>(null);
  if (part !== null) kept.current = part;
  else if (kept.current === null && !isNarrow && first !== undefined) kept.current = first;
  return part ?? (isNarrow ? null : kept.current);
}

/** What was answered before this page was opened. If it does not come, what the stream has told is shown. */
function useHistory(): boolean {
  const { page } = useSignedIn();
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    page.loads
      .questions()
      .catch(() => undefined)
      .finally(() => setLoaded(true));
  }, [page]);
  return isLoaded;
}
