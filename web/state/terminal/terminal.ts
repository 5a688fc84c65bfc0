import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { CommandWire, ExecWire, RunWire } from "#protocol/runs";
import type { BrowserStorage } from "#web/state/browser-storage.ts";

/** All that a run gave. */
export interface RunDetail extends Pick<RunWire, "stdout" | "stderr" | "result" | "error_message"> {
  readonly artifacts: readonly (ExecWire["artifacts"][number] & { readonly bytes?: number })[];
}

/** A command that was begun in this page, from the key press on. */
export interface StartedCommand {
  readonly key: string;
  readonly thread: string;
  readonly line: string;
  readonly at: number;
  /** Null until the hub has named it. */
  readonly run: string | null;
  readonly progress: readonly string[];
  /** The hub did not take it. */
  readonly problem: unknown;
}

/** What the terminal's views share. What fills it is fetched with them. */
export interface Terminal {
  /** Whether the panel is open; kept over a reload. */
  readonly isShown: ReadonlySignal<boolean>;
  readonly live: Signal<readonly StartedCommand[]>;
  /** By run. */
  readonly details: Signal<ReadonlyMap<string, RunDetail>>;
  /** Which runs somebody has opened or folded, by place and run. */
  readonly folds: Signal<ReadonlyMap<string, boolean>>;
  /** Null until somebody has asked for them. */
  readonly commands: Signal<readonly CommandWire[] | null>;
  /** Those behind the prefix. */
  readonly chatCommands: Signal<readonly CommandWire[] | null>;
  show(isShown: boolean): void;
  /** The thread that the open panel was last shown in; null while it is closed. */
  readonly shownIn: { thread: string | null };
  /** True once after somebody has opened the panel; one that was open at the start takes no focus. */
  isFresh(): boolean;
}

const shownName = "parley.terminal";

export function openTerminal(storage: BrowserStorage): Terminal {
  const isShown = signal(storage.get(shownName) !== null);
  const shownIn: Terminal["shownIn"] = { thread: null };
  let isFresh = false;
  return {
    isShown,
    shownIn,
    live: signal<readonly StartedCommand[]>([]),
    details: signal<ReadonlyMap<string, RunDetail>>(new Map()),
    folds: signal<ReadonlyMap<string, boolean>>(new Map()),
    commands: signal<readonly CommandWire[] | null>(null),
    chatCommands: signal<readonly CommandWire[] | null>(null),
    show(next) {
      isFresh = next;
      if (!next) shownIn.thread = null;
      isShown.value = next;
      storage.set(shownName, next ? "open" : null);
    },
    isFresh() {
      const was = isFresh;
      isFresh = false;
      return was;
    },
  };
}
