import { useEffect, useRef, useState } from "preact/hooks";
import { subjectLine } from "#web/parts/subject.tsx";
import { spelled } from "#web/parts/hidden-characters.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";

/** Says each new question once, aloud, to whoever listens instead of looking. */
export function Announcer() {
  const { page, words } = useSignedIn();
  const known = useRef<Set<string> | null>(null);
  const [said, say] = useState("");
  const model = page.model.value;
  const isTold = model.me !== null;
  const open = [...model.questions.values()].filter((question) => question.state === "open" && question.may_answer);
  const ids = open.map((question) => question.id).join(" ");
  useEffect(() => {
    if (!isTold) return;
    const fresh = open.filter((question) => known.current?.has(question.id) === false);
    known.current = new Set([...(known.current ?? []), ...open.map((question) => question.id)]);
    if (fresh.length > 0) say(fresh.map((question) => spelled(question.title ?? words.asks(question.session_name, subjectLine(question)))).join(" "));
  }, [isTold, ids]);
  return (
    <div class="sr" role="alert" aria-live="assertive">
      {said}
    </div>
  );
}
