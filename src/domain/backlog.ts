import type { JsonObject } from "./json.ts";

export interface BacklogEntry {
  /** Dense and rising within its backlog. */
  readonly n: number;
  readonly at: number;
  readonly body: JsonObject;
}

export interface BacklogRead {
  /** Oldest first. */
  readonly entries: readonly BacklogEntry[];
  /** Where the cursor stood, and where it stands now; the same for a peek. */
  readonly before: number;
  readonly after: number;
  /** Unread ones that were passed over because too many waited. */
  readonly dropped: number;
  /** Unread ones that wait behind these. */
  readonly waiting: number;
}

/** Lines that wait to be read: durable, bounded, with one cursor. */
export interface Backlog {
  add(entries: readonly { readonly at: number; readonly body: JsonObject }[]): Promise<readonly BacklogEntry[]>;
  /** The oldest unread ones; of more than the newest `unreadMax` the older are dropped. Moves the cursor unless it peeks. */
  read(how: { readonly limit: number; readonly peek: boolean }): Promise<BacklogRead>;
  /** Whatever is kept, read or not: the newest ones before `before`, oldest first. */
  history(page: { readonly before?: number; readonly limit: number }): Promise<readonly BacklogEntry[]>;
}

/** A readable copy of stored lines, one JSON line each. It may be deleted; it is rebuilt. */
export interface BacklogMirror {
  /**
   * Called when the store has the lines. Never fails: what cannot be written is in the log, and made up for with the next ones.
   * `before` gives all else that the store has, oldest first: for a file that is missing, or that a kill left behind.
   */
  append(lines: readonly JsonObject[], before: () => Promise<readonly JsonObject[]>): Promise<void>;
}

/** Past these a backlog forgets: the oldest unread ones when it is read, the oldest of all when it grows. */
export const unreadMax = 500;
export const keptMax = 5_000;
