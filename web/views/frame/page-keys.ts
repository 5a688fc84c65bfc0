import { useEffect } from "preact/hooks";
import { isField, isPlainKey } from "#web/parts/plain-key.ts";
import { listHref, threadHref, viewHref } from "#web/state/address.ts";
import type { Page } from "#web/state/page.ts";

/** How long the second letter of a pair may take. */
const pairMs = 1_500;

/** The keys that work wherever one is: look up, go to, begin, back. */
export function usePageKeys(page: Page): void {
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY;
    let wasOver = false;
    // Before whatever lies over the page closes itself with the same Esc.
    const before = (event: KeyboardEvent): void => {
      wasOver = event.key === "Escape" && document.querySelector("dialog[open], [popover]:popover-open, .menu, .panel-open") !== null;
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase();
      if (key === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        page.wish.value = "palette";
        return;
      }
      if (key === "escape" && !event.defaultPrevented && !event.isComposing && !wasOver) return back(event);
      if (!isPlainKey(event)) return;
      const isPair = performance.now() - wentAt < pairMs;
      wentAt = key === "g" && !isPair ? performance.now() : Number.NEGATIVE_INFINITY;
      const does = isPair ? pairs(page)[key] : singles(page)[key];
      if (does === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      does();
    };
    const back = (event: KeyboardEvent): void => {
      if (isField(event.target)) return event.target instanceof HTMLElement ? event.target.blur() : undefined;
      const shown = page.view.peek();
      if (shown !== null && shown.part !== null) return page.history.toList();
      if (shown !== null) return toThreads(page);
      if (page.isOneColumn() && !page.isListOpen.peek()) page.history.toList();
    };
    addEventListener("keydown", before, true);
    addEventListener("keydown", onKeyDown);
    return () => {
      removeEventListener("keydown", before, true);
      removeEventListener("keydown", onKeyDown);
    };
  }, [page]);
}

type Deeds = Readonly<Record<string, () => void>>;

const go = (href: string) => (): void => {
  location.hash = href;
};

function pairs(page: Page): Deeds {
  return {
    t: () => toThreads(page),
    q: go(viewHref("questions")),
    s: go(viewHref("agents", "sessions")),
    a: go(viewHref("agents")),
    r: go(viewHref("agents", "runs")),
    v: go(viewHref("activity")),
    ",": go(viewHref("settings")),
  };
}

function singles(page: Page): Deeds {
  const inThreads = (wish: "search" | "new-thread") => (): void => {
    if (page.view.peek() !== null) toThreads(page);
    page.wish.value = wish;
  };
  return {
    "?": () => {
      page.wish.value = "keys";
    },
    // At once where it is there: the next key belongs to it already.
    "/": () => {
      const field = page.view.peek() === null ? document.querySelector<HTMLElement>(".search input") : null;
      if (field?.checkVisibility() === true) field.focus();
      else inThreads("search")();
    },
    n: inThreads("new-thread"),
    ...(page.view.peek() === null ? inConversation() : {}),
  };
}

/** Of the conversation, wherever the focus is: to the question, the newest line, the field. */
function inConversation(): Deeds {
  const question = document.querySelector<HTMLElement>(".log .question.pending:not(.others) [data-option]");
  const newest = document.querySelector<HTMLElement>(".newest");
  const field = document.querySelector<HTMLElement>(".composer textarea");
  return {
    ...(question !== null && { q: () => question.focus() }),
    ...(newest !== null && { end: () => newest.click() }),
    ...(field !== null && { i: () => field.focus() }),
  };
}

function toThreads(page: Page): void {
  const thread = page.thread.peek();
  location.hash = thread === null || page.isOneColumn() ? listHref : threadHref(thread);
}
