import { useEffect, useState } from "preact/hooks";
import type { EditWire } from "#protocol/bus";
import type { MessageWire } from "#protocol/wire";
import { LongPlainText } from "#web/parts/long-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import { when } from "#web/words/format.ts";

/** Every text that stood in a message's place, oldest first. The newest one stands in the message itself. */
export function Versions({ message, edits }: { readonly message: MessageWire; readonly edits: number }) {
  const { page, words } = useSignedIn();
  const [known, setKnown] = useState<readonly EditWire[] | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    page.api.history(message.id).then(setKnown, (error: unknown) => setProblem(sentenceOf(error, words)));
  }, [message.id, edits]);
  if (known === null) return problem === "" ? <p class="dim sm">{words.loading}</p> : <Problem text={problem} />;
  // What an edit replaced was written when the one before was made.
  const writtenAt = [message.created_at, ...known.map((edit) => edit.created_at)];
  return (
    <ol class="versions">
      {known.map((edit, at) => (
        <li key={edit.version}>
          <span class="dim sm">
            {words.version(at + 1)}, <time dateTime={writtenAt[at]}>{when(Date.parse(writtenAt[at] ?? ""), page.today.value, words.weekdays)}</time>
          </span>
          <div class="version">
            <LongPlainText text={edit.old_content} />
          </div>
        </li>
      ))}
    </ol>
  );
}
