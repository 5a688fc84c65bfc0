import type { Address } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { MessageId, SessionId, ThreadId } from "#domain/ids";
import type { Author, Thread, ThreadAccess, ThreadStatus } from "#domain/thread";
import { fromJson } from "./db.ts";
import type { Db } from "./db.ts";
import { lateRows } from "./late-rows.ts";
import type { StoredPlace, ThreadNumbers } from "./late-rows.ts";

/** Properties of a thread that rarely change. */
export type ThreadAbout = Pick<Thread, "topic" | "status" | "createdAt" | "createdBy" | "defaultSession" | "asks">;

/** A thread's current numbers, cached in memory, so that appending a message and looking up the thread need no query. */
export interface Head {
  readonly n: number;
  readonly id: ThreadId;
  readonly access: ThreadAccess;
  seq: number;
  rev: number;
  lastAt: number;
  /** The chats bound to it, cached on first use. */
  bound: readonly Address[] | undefined;
  /** Cached on first use. Code that changes one of these must set it to undefined. */
  about: ThreadAbout | undefined;
}

/**
 * Heads and cursors changed by a batch are written once each, just before its commit, unless the messages themselves say the same
 * (`late-rows.ts`). `reset` clears the cache, because after a rollback only the file is correct.
 */
export interface Heads {
  /** The thread as it was committed last, also where its row lags behind its messages. */
  find(id: ThreadId): Head | undefined;
  /** Throws NotFound. */
  of(id: ThreadId): Head;
  /** For a head that was changed by a new message and by nothing else. */
  said(head: Head, message: MessageId): void;
  /** For a head that was changed in any other way. */
  touch(head: Head): void;
  advance(thread: number, who: string, seq: number): void;
  /** For a thread that was deleted. */
  forget(head: Head): void;
  /** What is not in the rows of these threads yet. */
  readonly late: LateReads;
  readonly writeBack: () => void;
  /** Writes all that could wait as well. */
  readonly settle: () => void;
  readonly isSettled: () => boolean;
  readonly reset: () => void;
}

export interface LateReads {
  has(thread: number): boolean;
  isNewest(id: MessageId): boolean;
  threads(): readonly ThreadNumbers[];
  placeOf(id: MessageId): StoredPlace | undefined;
  cursorOf(thread: number, who: string): number;
}

const kept = 4096;

export function threadHeads(db: Db): Heads {
  const known = new Map<ThreadId, Head>();
  const moved = new Set<Head>();
  const cursors = new Map<string, { readonly thread: number; readonly who: string; readonly seq: number }>();
  const late = lateRows(db);
  /** Nothing was read since the start or the last rollback. */
  let isStale = true;

  const refresh = (): void => {
    if (!isStale) return;
    late.load(({ n, id, access, seq, rev, lastAt }) => {
      const head = { n, id, access, seq, rev, lastAt, bound: undefined, about: undefined };
      known.set(id, head);
      return head;
    });
    isStale = false;
  };

  const find = (id: ThreadId): Head | undefined => {
    refresh();
    const cached = known.get(id);
    if (cached !== undefined) return cached;
    const head = load(db, id);
    if (head === undefined) return undefined;
    late.refuseDamaged(head.n);
    trim();
    known.set(id, head);
    return head;
  };

  /** A changed head must stay cached until it is written. */
  const trim = (): void => {
    if (moved.size > 0) return;
    for (const [id, { n }] of known) {
      if (known.size < kept) break;
      if (!late.has(n)) known.delete(id);
    }
  };

  const writeMoved = (): void => {
    for (const head of moved) {
      if (late.has(head.n)) late.settle(head.n);
      else db.run("UPDATE threads SET seq = ?, rev = ?, last_at = ? WHERE n = ?", head.seq, head.rev, head.lastAt, head.n);
    }
    moved.clear();
    for (const { thread, who, seq } of cursors.values()) {
      db.run("INSERT INTO cursors (thread, who, seq) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET seq = max(seq, excluded.seq)", thread, who, seq);
    }
    cursors.clear();
  };

  return {
    find,
    of: (id) => {
      const head = find(id);
      if (head === undefined) throw new ParleyError("NotFound", `There is no thread ${id}.`);
      return head;
    },
    said: late.add,
    touch: (head) => {
      moved.add(head);
    },
    advance: (thread, who, seq) => {
      const key = `${thread} ${who}`;
      const before = cursors.get(key);
      if (before === undefined || before.seq < seq) cursors.set(key, { thread, who, seq });
    },
    forget: (head) => {
      known.delete(head.id);
      moved.delete(head);
      late.drop(head.n);
      for (const [key, { thread }] of cursors) if (thread === head.n) cursors.delete(key);
    },
    late: {
      has: (thread) => {
        refresh();
        return late.has(thread);
      },
      isNewest: (id) => {
        refresh();
        return late.isNewest(id);
      },
      threads: () => {
        refresh();
        return [...late.threads()];
      },
      placeOf: (id) => {
        refresh();
        return late.placeOf(id);
      },
      cursorOf: (thread, who) => {
        refresh();
        return late.cursorOf(thread, who);
      },
    },
    writeBack: () => {
      writeMoved();
      late.writeBack();
      trim();
    },
    settle: () => {
      refresh();
      writeMoved();
      late.settleAll();
      trim();
    },
    isSettled: () => !isStale && late.isEmpty(),
    reset: () => {
      known.clear();
      moved.clear();
      cursors.clear();
      late.reset();
      isStale = true;
    },
  };
}

function load(db: Db, id: ThreadId): Head | undefined {
  const row = db.get<{ n: number; access: ThreadAccess; seq: number; rev: number; last_at: number }>(
    "SELECT n, access, seq, rev, last_at FROM threads WHERE id = ?",
    id,
  );
  return row && { n: row.n, id, access: row.access, seq: row.seq, rev: row.rev, lastAt: row.last_at, bound: undefined, about: undefined };
}

/** The current thread. */
export function threadAt(db: Db, head: Head): Thread {
  const about = (head.about ??= readAbout(db, head));
  return { id: head.id, access: head.access, ...about, seq: head.seq, rev: head.rev, lastAt: head.lastAt };
}

function readAbout(db: Db, { n, id }: Head): ThreadAbout {
  const row = db.get<{ topic: string; status: ThreadStatus; created_at: number; created_by: string; default_session: SessionId | null; asks: number }>(
    `SELECT topic, status, created_at, created_by, default_session,
       EXISTS (SELECT 1 FROM questions q INDEXED BY questions_open_in WHERE q.thread = threads.n AND q.state = 'open') AS asks
     FROM threads WHERE n = ?`,
    n,
  );
  if (row === undefined) throw new ParleyError("NotFound", `There is no thread ${id}.`);
  return {
    topic: row.topic,
    status: row.status,
    createdAt: row.created_at,
    createdBy: fromJson<Author>(row.created_by),
    ...(row.default_session !== null && { defaultSession: row.default_session }),
    ...(row.asks === 1 && { asks: true }),
  };
}
