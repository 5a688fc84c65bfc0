import type { TargetedKeyboardEvent } from "preact";
import { isPlainKey } from "#web/parts/plain-key.ts";

const lines = "article[id^='line-']";

/** Keys of the conversation, while the focus is in it and not in a field: J and K go from line to line, the others do what a line's button does. */
export function onLogKey(event: TargetedKeyboardEvent<HTMLElement>): void {
  const { target, currentTarget: log } = event;
  if (!isPlainKey(event) || !(target instanceof HTMLElement)) return;
  const here = target.closest<HTMLElement>(lines);
  if (event.key === "j" || event.key === "k") {
    const all = [...log.querySelectorAll<HTMLElement>(lines)];
    const at = here === null ? all.length : all.indexOf(here) + (event.key === "j" ? 1 : -1);
    all[Math.min(Math.max(at, 0), all.length - 1)]?.focus();
    event.preventDefault();
    return;
  }
  const button = /^[a-z]$/.test(event.key) ? here?.querySelector<HTMLElement>(`.tool-row [data-key="${event.key}"]`) : null;
  if (button === null || button === undefined) return;
  event.preventDefault();
  button.click();
}
