import { useLayoutEffect } from "preact/hooks";
import { addressOf } from "#web/state/address.ts";
import { coversThread } from "./covers-thread.ts";

/**
 * On a phone Back must close the terminal instead of leaving the thread below it. Returns what closes it by hand: that goes back too, so that no
 * entry is left over.
 */
export function useBackCloses(close: () => void): () => void {
  useLayoutEffect(() => {
    if (!coversThread()) return;
    if (!isOwnEntry() && addressOf(location.hash).kind === "thread") history.pushState({ below: "base", terminal: true }, "", location.hash);
    const onPopState = (): void => {
      const address = addressOf(location.hash);
      // The panel of sessions opens over the terminal.
      if (!isOwnEntry() && !(address.kind === "thread" && address.isPanelOpen)) close();
    };
    addEventListener("popstate", onPopState);
    return () => removeEventListener("popstate", onPopState);
  }, []);
  return () => (isOwnEntry() ? history.back() : close());
}

function isOwnEntry(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "terminal" in state;
}
