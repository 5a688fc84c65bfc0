import type { QuestionWire } from "#protocol/wire";
import { Plain } from "#web/parts/plain-text.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";

/** The words beside what is approved: an agent's own, which nobody has checked, or the hub's. */
export function Prompt({ question }: { readonly question: QuestionWire }) {
  const { words } = useSignedIn();
  const label = question.subject === null || question.asker !== "turn" ? "" : words.inWordsOf(question.session_name);
  if (label === "") {
    return (
      <p class="prompt">
        <Plain text={question.prompt} exact />
      </p>
    );
  }
  return (
    <div class="labelled">
      <span class="dim sm">{label}</span>
      <p class="quote">
        <Plain text={question.prompt} exact />
      </p>
    </div>
  );
}
