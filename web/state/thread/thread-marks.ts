import { type ReadonlySignal, signal } from "@preact/signals";
import type { BrowserStorage } from "#web/state/browser-storage.ts";

export type ThreadMark = "pinned" | "unread";

/** What somebody has marked in their own list of threads. Remembered in this browser. */
export interface ThreadMarks {
  readonly of: Readonly<Record<ThreadMark, ReadonlySignal<ReadonlySet<string>>>>;
  set(mark: ThreadMark, thread: string, isOn: boolean): void;
}

const most = 500;

export function openThreadMarks(storage: BrowserStorage): ThreadMarks {
  const nameOf = (mark: ThreadMark): string => `parley.threads-${mark}`;
  const open = (mark: ThreadMark) => signal<ReadonlySet<string>>(new Set((storage.get(nameOf(mark)) ?? "").split(" ").filter(Boolean)));
  const of = { pinned: open("pinned"), unread: open("unread") };
  return {
    of,
    set(mark, thread, isOn) {
      if (of[mark].peek().has(thread) === isOn) return;
      const others = [...of[mark].peek()].filter((one) => one !== thread);
      const next = isOn ? [...others, thread].slice(-most) : others;
      of[mark].value = new Set(next);
      storage.set(nameOf(mark), next.length === 0 ? null : next.join(" "));
    },
  };
}
