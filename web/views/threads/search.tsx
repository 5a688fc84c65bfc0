import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { SearchWire } from "#protocol/bus";
import { Icon } from "#web/parts/icon.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { type SearchFilter, noFilter } from "#web/state/thread/search-filter.ts";
import { sentenceOf } from "#web/state/sentence.ts";

const pauseMs = 200;

export interface Search {
  readonly text: string;
  readonly write: (text: string) => void;
  /** Null while the hub has not answered. */
  readonly found: SearchWire | null;
  readonly problem: string;
  readonly filter: SearchFilter;
  readonly keepTo: (some: Partial<SearchFilter>) => void;
}

/** Asks when the typing pauses; an answer that comes late for other words is thrown away. */
export function useSearch(): Search {
  const { page, words } = useSignedIn();
  const [text, write] = useState("");
  const [found, setFound] = useState<SearchWire | null>(null);
  const [problem, setProblem] = useState("");
  const [filter, setFilter] = useState(noFilter);
  const wanted = text.trim();
  useEffect(() => {
    setFound(null);
    setProblem("");
    if (wanted === "") return;
    let isLate = false;
    const unlessLate =
      <T,>(then: (value: T) => void) =>
      (value: T): void => {
        if (!isLate) then(value);
      };
    const timer = setTimeout(() => {
      page.api.search(wanted, filter).then(
        unlessLate(setFound),
        unlessLate((error: unknown) => setProblem(sentenceOf(error, words))),
      );
    }, pauseMs);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [wanted, filter]);
  return { text, write, found, problem, filter, keepTo: (some) => setFilter({ ...filter, ...some }) };
}

export function SearchField({ search }: { readonly search: Search }) {
  const { page, words } = useSignedIn();
  const wish = page.wish.value;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wish !== "search") return;
    page.wish.value = null;
    field.current?.focus();
  }, [wish]);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.isComposing) return;
    if (event.key === "Escape") search.write("");
    if (event.key === "Enter") document.querySelector<HTMLElement>(".found")?.click();
    if (event.key === "ArrowDown") document.querySelector<HTMLElement>(".found")?.focus();
  };
  return (
    <label class="field search">
      <Icon name="search" small />
      <input
        ref={field}
        type="search"
        value={search.text}
        aria-label={words.search}
        placeholder={words.search}
        onInput={(event) => search.write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {search.text === "" && <kbd aria-hidden="true">/</kbd>}
    </label>
  );
}
