import { useLayoutEffect } from "preact/hooks";
import type { ThreadWire } from "#protocol/wire";
import { Icon } from "#web/parts/icon.tsx";
import { useLater } from "#web/parts/use-lazy.ts";
import { Problem } from "#web/parts/problem.tsx";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { coversThread } from "./covers-thread.ts";

const keys = "Ctrl `";
const buttonId = "terminal-button";

export function TerminalButton() {
  const { page, words } = useSignedIn();
  const { isShown, show } = page.terminal;
  return (
    <button
      type="button"
      id={buttonId}
      class="button quiet icon"
      aria-label={words.terminal}
      title={`${words.terminal} (${keys})`}
      aria-keyshortcuts="Control+`"
      aria-expanded={isShown.value}
      onClick={() => show(!isShown.value)}
    >
      <Icon name="terminal" />
    </button>
  );
}

/** The panel below the conversation; it is fetched when it is opened for the first time. */
export function TerminalPlace({ thread }: { readonly thread: ThreadWire }) {
  const { page, words } = useSignedIn();
  const { isShown, show, shownIn } = page.terminal;
  const later = useLater(isShown.value, () => import("./panel.tsx"));
  useLayoutEffect(() => {
    const toggle = (event: KeyboardEvent): void => {
      // By its place on the keyboard: on many of them the sign itself is a dead key.
      if (event.code !== "Backquote" || !event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show(!isShown.value);
    };
    addEventListener("keydown", toggle);
    return () => removeEventListener("keydown", toggle);
  }, [page]);
  // Not left to the panel itself: it is replaced with the thread, maybe before it hears that the address has changed.
  useLayoutEffect(() => {
    if (!isShown.value) return;
    if (coversThread() && shownIn.thread !== null && shownIn.thread !== thread.id) show(false);
    else shownIn.thread = thread.id;
  }, [thread.id, isShown.value]);
  const close = (): void => {
    show(false);
    document.getElementById(buttonId)?.focus();
  };
  if (!isShown.value) return null;
  if (later === "lost") return <Problem text={words.hubGone} />;
  return later === "coming" ? null : <later.part.TerminalPanel key={thread.id} thread={thread} onClose={close} />;
}
