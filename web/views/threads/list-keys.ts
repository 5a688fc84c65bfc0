import type { TargetedKeyboardEvent } from "preact";
import { isPlainKey } from "#web/parts/plain-key.ts";
import type { Page } from "#web/state/page.ts";

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Keys of the list of threads, while the focus is in it: J and K or the arrows, E archives, U marks as unread. */
export function onListKey(event: TargetedKeyboardEvent<HTMLElement>, page: Page): void {
  if (!isPlainKey(event) || !(event.target instanceof HTMLElement)) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("a.thread-row")];
  const at = rows.findIndex((row) => row === document.activeElement);
  const by = steps[event.key];
  const thread = rows[at]?.dataset["thread"];
  if (by !== undefined) rows[Math.min(Math.max(at + by, 0), rows.length - 1)]?.focus();
  else if (event.key === "u" && thread !== undefined) page.marks.set("unread", thread, true);
  else if (event.key === "e" && thread !== undefined) archive(thread, page);
  else return;
  event.preventDefault();
}

/** What the hub refuses stays where it is; the thread's menu says why. */
function archive(thread: string, page: Page): void {
  const isArchived = page.model.peek().threads.get(thread)?.status === "archived";
  page.api.setState(thread, isArchived ? "discuss" : "archived").catch(() => undefined);
}
