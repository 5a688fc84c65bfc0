import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { FoundWire } from "#protocol/bus";
import { Icon } from "#web/parts/icon.tsx";
import { Plain } from "#web/parts/plain.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { useHere } from "#web/state/here.ts";
import { markedPieces } from "#web/state/marks.ts";
import { threadHref } from "#web/state/place.ts";
import { sentenceOf } from "#web/state/sentence.ts";
import { langOf, when } from "#web/words/format.ts";

const pauseMs = 200;

export interface Search {
  readonly text: string;
  readonly write: (text: string) => void;
  /** Null while the hub has not answered. */
  readonly found: readonly FoundWire[] | null;
  readonly problem: string;
}

/** Asks when the typing pauses; an answer that comes late for other words is thrown away. */
export function useSearch(): Search {
  const { page, words } = useHere();
  const [text, write] = useState("");
  const [found, setFound] = useState<readonly FoundWire[] | null>(null);
  const [problem, setProblem] = useState("");
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
      page.api.search(wanted).then(
        unlessLate(setFound),
        unlessLate((error: unknown) => setProblem(sentenceOf(error, words))),
      );
    }, pauseMs);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [wanted]);
  return { text, write, found, problem };
}

export function SearchField({ search }: { readonly search: Search }) {
  const { words } = useHere();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const go = (event: KeyboardEvent): void => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", go);
    return () => removeEventListener("keydown", go);
  }, []);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.isComposing) return;
    if (event.key === "Escape") search.write("");
    const first = search.found?.[0];
    if (event.key === "Enter" && first !== undefined) location.hash = threadHref(first.thread_id, first.seq);
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

export function Found({ search }: { readonly search: Search }) {
  const { words } = useHere();
  const { found, problem, text } = search;
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Escape") search.write("");
    if (step === 0) return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(".found")];
    all[all.findIndex((one) => one === document.activeElement) + step]?.focus();
  };
  return (
    <section aria-label={words.search} onKeyDown={onKeyDown}>
      <p class="group" role="status">
        {problem !== "" ? "" : found === null ? words.searching : found.length === 0 ? words.foundNone(text.trim()) : words.found(found.length)}
      </p>
      {found?.length === 0 && <p class="group">{words.foundNoneWhy}</p>}
      <Problem text={problem} />
      {found?.map((one) => (
        <FoundLine key={one.message_id} found={one} />
      ))}
    </section>
  );
}

function FoundLine({ found }: { readonly found: FoundWire }) {
  const { page, words } = useHere();
  return (
    <a
      class="found"
      href={threadHref(found.thread_id, found.seq)}
      onClick={() => {
        page.isListOpen.value = false;
      }}
    >
      <span class="title clip isolate" lang={langOf(found.thread_topic)}>
        <Plain text={found.thread_topic} />
      </span>
      <time dateTime={found.created_at}>{when(Date.parse(found.created_at), page.today.value, words.weekdays)}</time>
      <span class="snippet isolate" lang={langOf(found.snippet)}>
        {markedPieces(words.lastLine(found.author, found.snippet)).map(({ text, isHit }, at) =>
          isHit ? (
            <mark key={at}>
              <Plain text={text} />
            </mark>
          ) : (
            <Plain key={at} text={text} />
          ),
        )}
      </span>
    </a>
  );
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
