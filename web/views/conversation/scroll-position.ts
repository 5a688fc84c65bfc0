import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Signal } from "@preact/signals";

const nearEndPx = 24;

/**
 * Keeps the reader's place: at the end it stays at the end, elsewhere the line at the top stays where it is, whatever is added
 * above or below. While a hand is on the buttons of an open question nothing moves at all.
 */
export function useScrollPosition(
  box: RefObject<HTMLDivElement | null>,
  isAtEnd: Signal<boolean>,
): { readonly onScroll: () => void; readonly toEnd: () => void } {
  const anchor = useRef<{ readonly row: string; readonly top: number } | null>(null);
  const height = useRef(0);

  const onScroll = (): void => {
    const log = box.current;
    if (log === null) return;
    // What became shorter and longer again has moved by itself: no hand did, and it settles in a moment.
    if (isAtEnd.value && log.scrollHeight !== height.current) return;
    isAtEnd.value = log.scrollHeight - log.scrollTop - log.clientHeight < nearEndPx;
    anchor.current = firstInView(log);
  };

  const settle = (): void => {
    const log = box.current;
    if (log === null) return;
    height.current = log.scrollHeight;
    if (log.querySelector(".pending .question-foot:is(:hover, :focus-within)") !== null) return onScroll();
    if (isAtEnd.value) {
      log.scrollTop = log.scrollHeight;
      return;
    }
    const held = anchor.current;
    const row = held === null ? null : log.querySelector<HTMLElement>(`[data-row="${CSS.escape(held.row)}"]`);
    if (held !== null && row !== null) log.scrollTop += topOf(row, log) - held.top;
  };

  useLayoutEffect(() => {
    const log = box.current;
    if (log === null) return;
    const watch = new ResizeObserver(settle);
    watch.observe(log);
    for (const child of log.children) watch.observe(child);
    settle();
    return () => watch.disconnect();
  }, []);

  const toEnd = (): void => {
    isAtEnd.value = true;
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  };
  return { onScroll, toEnd };
}

function firstInView(log: HTMLElement): { readonly row: string; readonly top: number } | null {
  for (const row of log.querySelectorAll<HTMLElement>("[data-row]")) {
    const top = topOf(row, log);
    if (top + row.offsetHeight > 0) return { row: row.dataset["row"] ?? "", top };
  }
  return null;
}

function topOf(row: HTMLElement, log: HTMLElement): number {
  return row.getBoundingClientRect().top - log.getBoundingClientRect().top;
}
