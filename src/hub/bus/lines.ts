import type { ThreadId } from "#domain/ids";
import type { Store } from "#domain/store";
import type { Message } from "#domain/thread";

type Page = { readonly afterSeq?: number; readonly beforeSeq?: number; readonly limit: number };

export interface Lines {
  read(thread: ThreadId, page: Page): Promise<readonly Message[]>;
  /** The thread went on: what was read is read anew. */
  forget(thread: ThreadId): void;
}

const everyone = { sees: "all" } as const;

/** Five hundred who wait at the same place cost one read. Who may read was asked before. */
export function createLines(store: Pick<Store, "messages">): Lines {
  const kept = new Map<ThreadId, Map<string, Promise<readonly Message[]>>>();
  return {
    read: (thread, page) => {
      const pages = kept.get(thread) ?? new Map<string, Promise<readonly Message[]>>();
      const key = `${page.afterSeq} ${page.beforeSeq} ${page.limit}`;
      const reading = pages.get(key) ?? store.messages(everyone, thread, page);
      if (pages.size > 50) pages.clear();
      pages.set(key, reading);
      if (kept.size > 1_000) kept.clear();
      kept.set(thread, pages);
      reading.catch(() => pages.delete(key));
      return reading;
    },
    forget: (thread) => void kept.delete(thread),
  };
}
