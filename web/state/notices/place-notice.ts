import type { NoticeWire } from "#protocol/personal";

/** `page`: on the page itself. `browser`: by the browser, outside of the page. */
type NoticePlace = "nowhere" | "page" | "browser";

/** What this tab shows, and what its browser may do while nobody sees the tab. */
export interface Looking {
  readonly isVisible: boolean;
  /** The thread whose lines are on the page. */
  readonly thread: string | null;
  /** Whether the inbox is, in which every question stands. */
  readonly isInbox: boolean;
  readonly mayNotify: boolean;
  /** The hub notifies this browser through its push service. */
  readonly isPushOn: boolean;
}

/** Where a notice is shown. Whether the person wants it at all was decided by the hub. */
export function placeNotice(notice: Pick<NoticeWire, "kind" | "thread">, looking: Looking): NoticePlace {
  if (looking.isVisible) return isOnPage(notice, looking) ? "nowhere" : "page";
  if (looking.isPushOn) return "nowhere";
  if (looking.mayNotify) return "browser";
  // Until somebody comes back to the tab.
  return isOnPage(notice, looking) ? "nowhere" : "page";
}

/** Whether what it is about stands on the page already. */
export function isOnPage({ kind, thread }: Pick<NoticeWire, "kind" | "thread">, looking: Pick<Looking, "thread" | "isInbox">): boolean {
  return thread === looking.thread || (kind === "question" && looking.isInbox);
}
