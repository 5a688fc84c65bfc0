import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { unreadCount } from "#web/state/unread-count.ts";
import type { Page } from "#web/state/page.ts";

/** A dot on the tab's icon, and the number on the icon of an installed page, while something is unread or waits. */
export function useUnreadIcon(page: Page): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    const usual = link?.href ?? "";
    let shown = 0;
    const stop = effect(() => {
      const count = unreadCount(page.model.value);
      if (count === shown) return;
      shown = count;
      if (link !== null) link.href = count > 0 ? "/icon-unread.svg" : usual;
      // Where there is no badge, the icon and the title say it.
      if ("setAppBadge" in navigator) navigator.setAppBadge(count).catch(() => undefined);
    });
    return () => {
      stop();
      if (link !== null) link.href = usual;
    };
  }, [page]);
}
