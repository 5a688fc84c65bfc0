import type { SessionWire } from "#protocol/wire";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { Glyph } from "./icon.tsx";

/** Each state has its own shape and its word. Blue only when this person may answer. */
export function SessionState({ session }: { readonly session: SessionWire }) {
  const { page, words } = useSignedIn();
  const isYours = [...page.model.value.questions.values()].some(
    (question) => question.session === session.id && question.state === "open" && question.may_answer,
  );
  const word = session.state === "waiting_input" && !isYours ? words.waitsForAnswer : words.state[session.state];
  return (
    <span class={`state ${session.state}${isYours ? " yours" : ""}`}>
      <Glyph name={session.state} />
      <span>{word}</span>
    </span>
  );
}
