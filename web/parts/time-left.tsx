import type { QuestionWire } from "#protocol/wire";
import { Fuse } from "#web/parts/countdown.tsx";
import { Icon } from "#web/parts/icon.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { counting } from "#web/words/format.ts";

/** How long it can still be answered, in words and as a line that shrinks. */
export function TimeLeft({ question }: { readonly question: QuestionWire }) {
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
