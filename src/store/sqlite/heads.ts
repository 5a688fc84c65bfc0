import type { Address } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { SessionId, ThreadId } from "#domain/ids";
import type { Author, Thread, ThreadAccess, ThreadStatus } from "#domain/thread";
import { fromJson } from "./db.ts";
import type { Db } from "./db.ts";

/** What of a thread changes seldom. */
export type About = Pick<Thread, "topic" | "status" | "createdAt" | "createdBy" | "defaultSession">;

/** Where a thread stands, in memory: appending a line and asking for the thread ask the file nothing. */
export interface Head {
  readonly n: number;
  readonly id: ThreadId;
  readonly access: ThreadAccess;
  seq: number;
  rev: number;
  lastAt: number;
  /** The chats bound to it, once somebody asked. */
  bound: readonly Address[] | undefined;
  /** Once somebody asked. Whoever writes one of these columns sets it to undefined. */
  about: About | undefined;
}

/**
 * The heads and cursors that a batch moves are written once each, just before its commit. `reset` forgets everything: after
 * a rollback the file is right and memory is not.
 */
export interface Heads {
  /** Between two commits this is what is on disk. */
  find(id: ThreadId): Head | undefined;
  /** Throws NotFound. */
  of(id: ThreadId): Head;
  /** For a head that was changed. */
  touch(head: Head): void;
  advance(thread: number, who: string, seq: number): void;
  /** For a thread that was deleted. */
  forget(head: Head): void;
  readonly writeBack: () => void;
  readonly reset: () => void;
}

const kept = 4096;

export function threadHeads(db: Db): Heads {
  const known = new Map<ThreadId, Head>();
  const moved = new Set<Head>();
  const cursors = new Map<string, { readonly thread: number; readonly who: string; readonly seq: number }>();

  const find = (id: ThreadId): Head | undefined => {
    const cached = known.get(id);
    if (cached !== undefined) return cached;
    const head = load(db, id);
    if (head === undefined) return undefined;
    trim();
    known.set(id, head);
    return head;
  };

  /** One that has moved must stay until it is written: the file does not know yet where it stands. */
  const trim = (): void => {
    if (moved.size > 0) return;
    for (const id of known.keys()) {
      if (known.size < kept) break;
      known.delete(id);
    }
  };

  return {
    find,
    of: (id) => {
      const head = find(id);
      if (head === undefined) throw new ParleyError("NotFound", `There is no thread ${id}.`);
      return head;
    },
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
      for (const [key, { thread }] of cursors) if (thread === head.n) cursors.delete(key);
    },
    writeBack: () => {
      for (const head of moved) db.run("UPDATE threads SET seq = ?, rev = ?, last_at = ? WHERE n = ?", head.seq, head.rev, head.lastAt, head.n);
      moved.clear();
      for (const { thread, who, seq } of cursors.values()) {
        db.run("INSERT INTO cursors (thread, who, seq) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET seq = max(seq, excluded.seq)", thread, who, seq);
      }
      cursors.clear();
      trim();
    },
    reset: () => {
      known.clear();
      moved.clear();
      cursors.clear();
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

/** The thread as it is now. */
export function threadAt(db: Db, head: Head): Thread {
  const about = (head.about ??= readAbout(db, head));
  return { id: head.id, access: head.access, ...about, seq: head.seq, rev: head.rev, lastAt: head.lastAt };
}

function readAbout(db: Db, { n, id }: Head): About {
  const row = db.get<{ topic: string; status: ThreadStatus; created_at: number; created_by: string; default_session: SessionId | null }>(
    "SELECT topic, status, created_at, created_by, default_session FROM threads WHERE n = ?",
    n,
  );
  if (row === undefined) throw new ParleyError("NotFound", `There is no thread ${id}.`);
  return {
    topic: row.topic,
    status: row.status,
    createdAt: row.created_at,
    createdBy: fromJson<Author>(row.created_by),
    ...(row.default_session !== null && { defaultSession: row.default_session }),
  };
}
