import { type Signal, signal } from "@preact/signals";

/** A file that was dropped, chosen or pasted here, until a run of the thread stands for it. */
export interface DroppedFile {
  readonly key: string;
  readonly thread: string;
  readonly file: File;
  /** As the hub calls it, once it has it. */
  readonly name: string;
  readonly state: "waits" | "sending" | "kept" | "reading" | "read" | "refused";
  readonly sent: number;
  /** Below the workspace; null until the hub has it. */
  readonly path: string | null;
  /** The run that reads it. */
  readonly run: string | null;
  readonly problem: unknown;
  readonly stop: AbortController;
}

/** A text that stands beside the conversation. */
export interface ShownText {
  readonly thread: string;
  readonly name: string;
  readonly isMarkdown: boolean;
  /** A file that a run wrote, or one that was added to the thread, by the line about it. */
  readonly of: { readonly run: string; readonly index: number } | { readonly message: string };
  /** What to name it by to an agent. */
  readonly path: string;
}

/** What the views of documents share. What fills it is fetched with them. */
export interface DroppedFiles {
  readonly list: Signal<readonly DroppedFile[]>;
  readonly shown: Signal<ShownText | null>;
  /** Words for the composer of a thread. */
  readonly handed: Signal<{ readonly thread: string; readonly words: string } | null>;
  add(thread: string, files: readonly File[]): void;
}

export function openDroppedFiles(): DroppedFiles {
  const list = signal<readonly DroppedFile[]>([]);
  const fresh = { state: "waits", sent: 0, path: null, run: null, problem: null } as const;
  return {
    list,
    shown: signal<ShownText | null>(null),
    handed: signal<{ readonly thread: string; readonly words: string } | null>(null),
    add(thread, files) {
      list.value = [
        ...list.value,
        ...files.map((file): DroppedFile => ({ ...fresh, key: crypto.randomUUID(), thread, file, name: file.name, stop: new AbortController() })),
      ];
    },
  };
}
