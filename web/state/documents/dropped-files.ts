import { type Signal, signal } from "@preact/signals";
import type { BrowserStorage } from "#web/state/browser-storage.ts";
import { type SentFile, readSentFiles } from "./sent-file.ts";

/** A file that was dropped, chosen or pasted here: for the next message of its thread, then until a run of the thread stands for it. */
export interface DroppedFile {
  readonly key: string;
  readonly thread: string;
  /** Null for one that the hub had before the page was loaded again. */
  readonly file: File | null;
  /** As the hub calls it, once it has it. */
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  /** Up to `kept` it belongs to the composer, from `sent` on to the conversation. */
  readonly state: "waits" | "sending" | "kept" | "refused" | "sent" | "reading" | "read" | "unread";
  readonly sent: number;
  /** What the hub has of it; null until it has it. */
  readonly upload: SentFile | null;
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
  /** A file that a run wrote, one that came with a message, or one that was added to the thread, by the line about it. */
  readonly of: { readonly run: string; readonly index: number } | { readonly artifact: string } | { readonly message: string };
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
  /** Those of the thread's next message. */
  chosen(thread: string): readonly DroppedFile[];
  /** Those that the hub has go with a message; the documents among them are read when it is there. */
  take(thread: string): readonly SentFile[];
  /** What the hub has for the next message stays over a reload. */
  keep(thread: string): void;
}

const inComposer: ReadonlySet<string> = new Set(["waits", "sending", "kept", "refused"]);
const prefix = "parley.files.";

export function openDroppedFiles(storage: BrowserStorage): DroppedFiles {
  const list = signal<readonly DroppedFile[]>(
    storage.names(prefix).flatMap((name) => readSentFiles(storage.get(name)).map((upload) => keptBefore(name.slice(prefix.length), upload))),
  );
  const fresh = { state: "waits", sent: 0, upload: null, run: null, problem: null } as const;
  const chosen = (thread: string): readonly DroppedFile[] => list.value.filter((one) => one.thread === thread && inComposer.has(one.state));
  const keep = (thread: string): void => {
    const kept = chosen(thread).flatMap(({ upload }) => upload ?? []);
    storage.set(prefix + thread, kept.length === 0 ? null : JSON.stringify(kept));
  };
  return {
    list,
    shown: signal<ShownText | null>(null),
    handed: signal<{ readonly thread: string; readonly words: string } | null>(null),
    chosen,
    keep,
    add(thread, files) {
      list.value = [
        ...list.value,
        ...files.map((file): DroppedFile => ({
          ...fresh,
          key: crypto.randomUUID(),
          thread,
          file,
          name: file.name,
          type: file.type,
          bytes: file.size,
          stop: new AbortController(),
        })),
      ];
    },
    take(thread) {
      const ready = new Set(chosen(thread).filter(({ state }) => state === "kept"));
      list.value = list.value.map((one) => (ready.has(one) ? { ...one, state: "sent" } : one));
      keep(thread);
      return [...ready].flatMap(({ upload }) => upload ?? []);
    },
  };
}

function keptBefore(thread: string, upload: SentFile): DroppedFile {
  const { name, bytes } = upload;
  return {
    key: upload.path,
    thread,
    file: null,
    name,
    type: "",
    bytes,
    state: "kept",
    sent: bytes,
    upload,
    run: null,
    problem: null,
    stop: new AbortController(),
  };
}
