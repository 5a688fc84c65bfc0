import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import "#web/style/suggestions.css";
import { type Suggestion, complete } from "#web/state/terminal/complete.ts";
import { loadCommands } from "#web/state/terminal/exec.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { terminalWords } from "#web/words/terminal.ts";

interface SuggestingProps {
  readonly line: string;
  /** Where the line is written. Its Tab takes the first suggestion, its Escape puts them away until the line changes. */
  readonly field: RefObject<HTMLElement | null>;
  readonly onTake: (line: string) => void;
}

/** How a command line may go on. */
export function Suggesting({ line, field, onTake }: SuggestingProps) {
  const { page } = useSignedIn();
  useEffect(() => loadCommands(page), []);
  return <Suggestions line={line} field={field} onTake={onTake} found={complete(line, page.terminal.commands.value ?? [])} />;
}

/** Lies over the page: nothing moves when it comes and goes. */
export function Suggestions({ line, field, onTake, found }: SuggestingProps & { readonly found: readonly Suggestion[] }) {
  const { page } = useSignedIn();
  const [away, setAway] = useState<string | null>(null);
  const suggestions = line === away ? [] : found;
  const first = suggestions[0]?.line;
  // At once: the next key may come before the page is painted.
  useLayoutEffect(() => {
    const input = field.current;
    if (input === null || first === undefined) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.isComposing || event.shiftKey || (event.key !== "Tab" && event.key !== "Escape")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === "Tab") onTake(first);
      else setAway(line);
    };
    input.addEventListener("keydown", onKey, true);
    return () => input.removeEventListener("keydown", onKey, true);
  });
  if (suggestions.length === 0) return null;
  return (
    <div class="suggestions" role="group" aria-label={terminalWords[page.language.value].suggestions}>
      {suggestions.map(({ label, says, line: whole }) => (
        <button
          key={label}
          type="button"
          tabIndex={-1}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(whole)}
        >
          <code>{label}</code>
          <span class="clip dim">{says}</span>
          {whole === first && <kbd>Tab</kbd>}
        </button>
      ))}
    </div>
  );
}
