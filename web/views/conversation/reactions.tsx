import { useState } from "preact/hooks";
import { Plain } from "#web/parts/plain-text.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { spelled } from "#web/parts/hidden-characters.ts";
import { markedName } from "#web/state/agents/marked-name.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { Reaction } from "#web/state/thread/rows.ts";
import { sentenceOf } from "#web/state/sentence.ts";

/** One chip for each; a click joins in or takes one's own back. */
export function Reactions({ message, reactions }: { readonly message: string; readonly reactions: readonly Reaction[] }) {
  const { page, words } = useSignedIn();
  const [problem, setProblem] = useState("");
  const toggle = (reaction: string, isOn: boolean): void => {
    setProblem("");
    page.api.react(message, reaction, isOn).catch((error: unknown) => setProblem(sentenceOf(error, words)));
  };
  return (
    <>
      <div class="chips">
        {reactions.map(({ reaction, by, names }) => {
          const isMine = by.includes(page.me.value);
          return (
            <button
              key={reaction}
              type="button"
              class="reaction"
              aria-pressed={isMine}
              title={spelled(names.map((name, at) => markedName(by[at] ?? "", name, words)).join(", "))}
              onClick={() => toggle(reaction, !isMine)}
            >
              <Plain text={reaction} /> {by.length}
            </button>
          );
        })}
      </div>
      <Problem text={problem} />
    </>
  );
}
