/** Whether a key was pressed alone and outside of every field, so that it can mean something to the page. */
export function isPlainKey(event: KeyboardEvent): boolean {
  // Switched off in the settings, for those whose software presses keys of its own.
  if (document.documentElement.dataset["keys"] === "off") return false;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  return !isField(event.target);
}

export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("[data-own-keys]") !== null) return true;
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
