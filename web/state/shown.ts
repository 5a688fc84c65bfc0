import { batch, signal, type Signal } from "@preact/signals";
import type { Address, ShownView } from "./address.ts";
import type { NewMark } from "./thread/conversation-rows.ts";

/** A line that was asked for; another object each time. */
export interface WantedLine {
  readonly line: number;
}

/** What of the page is on the screen, by its address. */
export interface Shown {
  readonly thread: Signal<string | null>;
  readonly wanted: Signal<WantedLine | null>;
  readonly view: Signal<ShownView | null>;
  readonly isListOpen: Signal<boolean>;
  readonly isPanelOpen: Signal<boolean>;
  readonly isAtEnd: Signal<boolean>;
  /** Where what is new began when the thread was opened. */
  readonly mark: Signal<NewMark | null>;
  go(address: Address): void;
}

interface ShownPorts {
  /** A thread is gone to, which may be the open one. */
  readonly visited: (thread: string) => void;
  /** Another thread than before. */
  readonly opened: (thread: string) => void;
}

export function openShown({ visited, opened }: ShownPorts): Shown {
  const shown = {
    thread: signal<string | null>(null),
    wanted: signal<WantedLine | null>(null),
    view: signal<ShownView | null>(null),
    isListOpen: signal(false),
    isPanelOpen: signal(false),
    isAtEnd: signal(true),
    mark: signal<NewMark | null>(null),
  };
  const goTo = (address: Address): void => {
    const isThreads = address.kind === "thread" || address.kind === "list";
    shown.view.value = address.kind === "view" ? { view: address.view, part: address.part } : null;
    shown.isPanelOpen.value = isThreads && address.isPanelOpen;
    if (isThreads) shown.isListOpen.value = address.kind === "list";
    if (address.kind !== "thread") return;
    shown.wanted.value = address.line === null ? null : { line: address.line };
    visited(address.thread);
    if (address.thread === shown.thread.value) return;
    shown.thread.value = address.thread;
    shown.mark.value = null;
    shown.isAtEnd.value = true;
    opened(address.thread);
  };
  return { ...shown, go: (address) => batch(() => goTo(address)) };
}
