import type { MessageId, ThreadId } from "#domain/ids";
import type { ThreadAccess } from "#domain/thread";
import type { Db } from "./db.ts";
import { storeError } from "./sql-errors.ts";

/** A thread's numbers as the last message left them. */
export interface ThreadNumbers {
  readonly n: number;
  readonly id: ThreadId;
  readonly seq: number;
  readonly rev: number;
  readonly lastAt: number;
}

export interface StoredPlace {
  readonly thread: number;
  readonly seq: number;
}

interface Late {
  readonly head: ThreadNumbers;
  /** The seq in the thread's row: the messages after it have no late rows yet. */
  readonly writtenSeq: number;
}

/**
 * A message's own row says what its thread's row, its author's cursor and the place of its id have to say, so a commit writes
 * the message alone: one page instead of six. The rest is written for some hundred messages at once, and read from the messages
 * until then. `threads_behind` names the threads that have such messages, so that a start after a kill finds them.
 */
export interface LateRows {
  add(head: ThreadNumbers, message: MessageId): void;
  /** Whether this id is above those of all messages. Ids sort by time, so that nearly every new one is, and needs no look for another like it. */
  isNewest(id: MessageId): boolean;
  has(thread: number): boolean;
  /** Throws for a thread that is behind and whose messages are damaged: its row would give out numbers that they have. */
  refuseDamaged(thread: number): void;
  isEmpty(): boolean;
  threads(): Iterable<ThreadNumbers>;
  /** Of a message whose place is not written yet. */
  placeOf(id: MessageId): StoredPlace | undefined;
  /** How far a person has read by speaking, as far as it is not written yet; 0 for none. */
  cursorOf(thread: number, who: string): number;
  /** Writes what a kill must not take: which threads are behind. When there is enough to write, all of it. */
  readonly writeBack: () => void;
  settle(thread: number): void;
  readonly settleAll: () => void;
  /** For a thread that was deleted. Its number may be given to another one, even within the same commit. */
  drop(thread: number): void;
  /** After a rollback only the file is correct: nothing known here may be written until it is loaded again. */
  readonly reset: () => void;
  /** Reads them from the file, after a start or a rollback. `keep` is given each thread that is behind, and returns its head. */
  load(keep: (found: ThreadBehind) => ThreadNumbers): void;
}

export interface ThreadBehind extends ThreadNumbers {
  readonly access: ThreadAccess;
}

const mostMessages = 256;

export function lateRows(db: Db): LateRows {
  const threads = new Map<number, Late>();
  const unmarked = new Set<number>();
  const damaged = new Map<number, unknown>();
  let messages = 0;
  let newest: string | undefined;

  const settle = (thread: number): void => {
    const late = threads.get(thread);
    if (late === undefined) return;
    const { head, writtenSeq } = late;
    threads.delete(thread);
    db.run("INSERT INTO message_ids (id, thread, seq) SELECT id, thread, seq FROM messages WHERE thread = ? AND seq > ?", thread, writtenSeq);
    db.run(
      `INSERT INTO cursors (thread, who, seq)
       SELECT thread, author_id, max(seq) FROM messages WHERE thread = ? AND seq > ? AND author_kind = 'person' GROUP BY author_id
       ON CONFLICT DO UPDATE SET seq = max(seq, excluded.seq)`,
      thread,
      writtenSeq,
    );
    db.run("UPDATE threads SET seq = ?, rev = ?, last_at = ? WHERE n = ?", head.seq, head.rev, head.lastAt, thread);
    db.run("DELETE FROM threads_behind WHERE thread = ?", thread);
  };

  const settleAll = (): void => {
    for (const thread of threads.keys()) settle(thread);
    unmarked.clear();
    messages = 0;
  };

  const reset = (): void => {
    threads.clear();
    unmarked.clear();
    damaged.clear();
    messages = 0;
    newest = undefined;
  };

  /** Whoever needs a damaged thread is told, and the others go on. */
  const readable = (thread: number): ReturnType<typeof readBehind> => {
    try {
      return readBehind(db, thread);
    } catch (error) {
      if (storeError(error, "").code !== "StoreCorrupt") throw error;
      damaged.set(thread, error);
      return undefined;
    }
  };

  return {
    add: (head, message) => {
      messages += 1;
      if (newest !== undefined && message > newest) newest = message;
      if (threads.has(head.n)) return;
      threads.set(head.n, { head, writtenSeq: head.seq - 1 });
      unmarked.add(head.n);
    },
    isNewest: (id) => id > (newest ??= newestId(db, threads.values())),
    has: (thread) => threads.has(thread),
    refuseDamaged: (thread) => {
      if (damaged.has(thread)) throw damaged.get(thread);
    },
    isEmpty: () => threads.size === 0,
    threads: function* () {
      for (const { head } of threads.values()) yield head;
    },
    placeOf: (id) => {
      for (const [thread, { writtenSeq }] of threads) {
        const row = db.get<{ seq: number }>("SELECT seq FROM messages WHERE thread = ? AND seq > ? AND id = ?", thread, writtenSeq, id);
        if (row !== undefined) return { thread, seq: row.seq };
      }
      return undefined;
    },
    cursorOf: (thread, who) => {
      const late = threads.get(thread);
      if (late === undefined) return 0;
      const row = db.get<{ seq: number | null }>(
        "SELECT max(seq) AS seq FROM messages WHERE thread = ? AND seq > ? AND author_kind = 'person' AND author_id = ?",
        thread,
        late.writtenSeq,
        who,
      );
      return row?.seq ?? 0;
    },
    writeBack: () => {
      if (messages >= mostMessages) settleAll();
      for (const thread of unmarked) if (threads.has(thread)) db.run("INSERT OR IGNORE INTO threads_behind (thread) VALUES (?)", thread);
      unmarked.clear();
    },
    settle,
    settleAll,
    drop: (thread) => {
      threads.delete(thread);
      unmarked.delete(thread);
    },
    reset,
    load: (keep) => {
      reset();
      for (const { thread } of db.all<{ thread: number }>("SELECT thread FROM threads_behind")) {
        const found = readable(thread);
        if (found === undefined) continue;
        threads.set(thread, { head: keep(found), writtenSeq: found.writtenSeq });
        messages += found.seq - found.writtenSeq;
      }
    },
  };
}

function readBehind(db: Db, thread: number): (ThreadBehind & { readonly writtenSeq: number }) | undefined {
  return db.get(
    `SELECT t.n, t.id, t.access, t.seq AS writtenSeq, max(m.seq) AS seq, m.rev, max(t.last_at, (SELECT max(at) FROM messages WHERE thread = t.n AND seq > t.seq)) AS lastAt
     FROM threads t JOIN messages m ON m.thread = t.n AND m.seq > t.seq WHERE t.n = ? GROUP BY t.n`,
    thread,
  );
}

function newestId(db: Db, late: Iterable<Late>): string {
  let newest = db.get<{ id: string | null }>("SELECT max(id) AS id FROM message_ids")?.id ?? "";
  for (const { head, writtenSeq } of late) {
    const last = db.get<{ id: string | null }>("SELECT max(id) AS id FROM messages WHERE thread = ? AND seq > ?", head.n, writtenSeq)?.id ?? "";
    if (last > newest) newest = last;
  }
  return newest;
}
