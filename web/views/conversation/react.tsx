import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { Problem } from "#web/parts/problem.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import type { SaidRow } from "#web/state/thread/rows.ts";
import { useAction } from "#web/parts/action.ts";

/** In the order of `words.commonReactions`. */
const common = ["👍", "👎", "✅", "👀", "🎉", "❓"];
/** What the hub takes. */
const mostChars = 64;

/** A few that everybody knows, and a field for any other. One's own is taken back by the same button. */
export function ReactPanel({ row, close }: { readonly row: SaidRow; readonly close: () => void }) {
  const { page, words } = useSignedIn();
  const [text, write] = useState("");
  const { problem, run } = useAction(close);
  const isMine = (reaction: string): boolean => row.reactions.some((one) => one.reaction === reaction && one.by.includes(page.me.value));
  const toggle = (reaction: string): void => run(() => page.api.react(row.message.id, reaction, !isMine(reaction)));
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (text.trim() !== "") run(() => page.api.react(row.message.id, text.trim(), true));
  };
  return (
    <div class="react">
      <div class="common">
        {common.map((reaction, at) => (
          <button
            key={reaction}
            type="button"
            class="button quiet icon"
            aria-label={words.commonReactions[at]}
            title={words.commonReactions[at]}
            aria-pressed={isMine(reaction)}
            onClick={() => toggle(reaction)}
          >
            {reaction}
          </button>
        ))}
      </div>
      <form onSubmit={onSubmit}>
        <label class="field">
          <span class="sr">{words.otherReaction}</span>
          <input value={text} maxLength={mostChars} placeholder={words.otherReaction} onInput={(event) => write(event.currentTarget.value)} />
        </label>
        <button type="submit" class="button">
          {words.add}
        </button>
      </form>
      <Problem text={problem} />
    </div>
  );
}
