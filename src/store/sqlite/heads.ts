import type { Address } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import type { ThreadAccess } from "#domain/thread";
import type { Db } from "./db.ts";

/** Where a thread stands, in memory: appending a line asks the file nothing. */
export interface Head {
  readonly n: number;
  readonly id: ThreadId;
  readonly access: ThreadAccess;
  seq: number;
  rev: number;
  lastAt: number;
  /** The chats bound to it, once somebody asked. */
  bound: readonly Address[] | undefined;
}

/**
 * The heads and cursors that a batch moves are written once each, just before its commit. `reset` forgets everything: after
 * a rollback the file is right and memory is not.
 */
export interface Heads {
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
  return {
    of: (id) => {
      const cached = known.get(id);
      if (cached !== undefined) return cached;
      const head = load(db, id);
      if (head === undefined) throw new ParleyError("NotFound", `There is no thread ${id}.`);
      known.set(id, head);
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
      for (const id of known.keys()) {
        if (known.size <= kept) break;
        known.delete(id);
      }
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
  return row && { n: row.n, id, access: row.access, seq: row.seq, rev: row.rev, lastAt: row.last_at, bound: undefined };
}
