import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isPlainKey } from "#web/parts/plain-key.ts";
import type { Page } from "#web/state/page.ts";

export const panelButtonId = "panel-button";

/** The focus goes into the panel when it opens over the page, and back to its button when it closes. D opens it, Esc closes it. */
export function usePanelFocus(page: Page): RefObject<HTMLButtonElement | null> {
  const close = useRef<HTMLButtonElement>(null);
  const isOpen = page.isPanelOpen.value;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen) close.current?.focus();
    else if (wasOpen.current) document.getElementById(panelButtonId)?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.defaultPrevented && !event.isComposing && page.isPanelOpen.peek()) return page.history.closePanel();
      if (event.key !== "d" || !isPlainKey(event) || document.getElementById(panelButtonId)?.checkVisibility() !== true) return;
      if (page.isPanelOpen.peek()) page.history.closePanel();
      else page.history.openPanel();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [page]);
  return close;
}
