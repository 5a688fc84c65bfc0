import type { ThreadId } from "#domain/ids";
import type { Store } from "#domain/store";
import type { Thread } from "#domain/thread";
import type { MessageWithState } from "#domain/thread-details";
import { pageBytes } from "#domain/page";
import { everyone } from "#domain/people";
import { withStates } from "./with-states.ts";

export interface CachedPage {
  readonly afterSeq?: number;
  readonly beforeSeq?: number;
  readonly limit: number;
}

export interface Lines {
  /** The thread as it is after everything up to this mark of the waiting room; many who are woken together share one look. */
  head(id: ThreadId, mark: number): Promise<Thread | undefined>;
  /** As of the thread's rev or later, up to `pageBytes`. Who may read was asked before. */
  read(thread: Thread, page: CachedPage): Promise<readonly MessageWithState[]>;
}

const mostThreads = 200;
const mostPages = 4;
/** Only what many read at the same moment is worth keeping: a few lines that have just come. */
const mostChars = 64 * 1024;

/** Five hundred who wait at the same place cost one read. What was read at one rev is never handed out for a later one. */
export function createLines(store: Pick<Store, "thread" | "messages" | "messageStates">): Lines {
  const kept = new Map<ThreadId, { readonly rev: number; readonly pages: Map<string, Promise<readonly MessageWithState[]>> }>();

  const fromStore = async (thread: ThreadId, page: CachedPage): Promise<readonly MessageWithState[]> => {
    const messages = await store.messages(everyone, thread, { ...page, mostBytes: pageBytes });
    return withStates(store, messages, { mostBytes: pageBytes, isBackwards: page.beforeSeq !== undefined });
  };

  const pagesOf = ({ id, rev }: Thread): Map<string, Promise<readonly MessageWithState[]>> => {
    const known = kept.get(id);
    if (known !== undefined && known.rev >= rev) return known.pages;
    if (kept.size >= mostThreads) kept.clear();
    const pages = new Map<string, Promise<readonly MessageWithState[]>>();
    kept.set(id, { rev, pages });
    return pages;
  };

  let latest: { readonly id: ThreadId; readonly mark: number; readonly thread: Promise<Thread | undefined> } | undefined;

  return {
    head: (id, mark) => {
      if (latest?.id !== id || latest.mark !== mark) latest = { id, mark, thread: store.thread(everyone, id) };
      return latest.thread;
    },
    read: (thread, page) => {
      const pages = pagesOf(thread);
      const key = `${page.afterSeq} ${page.beforeSeq} ${page.limit}`;
      const known = pages.get(key);
      if (known !== undefined) return known;
      const reading = fromStore(thread.id, page);
      if (pages.size >= mostPages) pages.clear();
      pages.set(key, reading);
      reading.then(
        (lines) => lines.reduce((sum, line) => sum + line.text.length, 0) > mostChars && pages.delete(key),
        () => pages.delete(key),
      );
      return reading;
    },
  };
}
