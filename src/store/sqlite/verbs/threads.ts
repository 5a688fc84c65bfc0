import type { SessionId, ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { NewThread } from "#domain/store";
import type { Author, Thread, ThreadAccess, ThreadStatus } from "#domain/thread";
import { bump } from "#store/sqlite/engine/counters";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import { threadAt } from "#store/sqlite/engine/heads";
import type { Head, Heads } from "#store/sqlite/engine/heads";
import type { ReadTx, Tx } from "#store/sqlite/engine/tx";
import { mayRead } from "./visible.ts";

export interface ThreadRow {
  n: number;
  id: ThreadId;
  topic: string;
  access: ThreadAccess;
  status: ThreadStatus;
  created_at: number;
  created_by: string;
  seq: number;
  rev: number;
  last_at: number;
  default_session: SessionId | null;
}

export function addThread({ db, heads, wake }: Tx, thread: NewThread): void {
  db.run(
    `INSERT INTO threads (id, topic, access, status, created_at, created_by, seq, rev, last_at)
     VALUES (?, ?, ?, 'discuss', ?, ?, 0, 0, ?)`,
    thread.id,
    thread.topic,
    thread.access,
    thread.at,
    JSON.stringify(thread.createdBy),
    thread.at,
  );
  bump(db, "thread:discuss", 1);
  const head = heads.of(thread.id);
  for (const who of thread.participants) addParticipant(db, head, who);
  wake({ topic: "thread", thread: thread.id, rev: 0 });
}

export function addParticipant(db: Db, thread: { readonly n: number; readonly access: ThreadAccess }, who: string): void {
  db.run("INSERT OR IGNORE INTO participants (who, access, thread) VALUES (?, ?, ?)", who, thread.access, thread.n);
}

export function participantsOf(db: Db, thread: ThreadId): readonly string[] {
  return db
    .all<{ who: string }>("SELECT p.who FROM threads t JOIN participants p ON p.thread = t.n WHERE t.id = ? ORDER BY p.who", thread)
    .map(({ who }) => who);
}

export function setDefaultSession({ db, heads, wake }: Tx, thread: ThreadId, session: SessionId): void {
  const head = heads.of(thread);
  db.run("UPDATE threads SET default_session = ? WHERE n = ?", session, head.n);
  head.about = undefined;
  wake({ topic: "thread", thread, rev: head.rev });
}

export function readThread(look: ReadTx, reader: Reader, id: ThreadId): Thread | undefined {
  const head = visibleThread(look, reader, id);
  return head && threadAt(look.db, head);
}

/** Its number, if the reader may see it. */
export function threadNumber(look: ReadTx, reader: Reader, id: ThreadId): number | undefined {
  return visibleThread(look, reader, id)?.n;
}

function visibleThread({ db, heads }: ReadTx, reader: Reader, id: ThreadId): Head | undefined {
  const head = heads.find(id);
  return head !== undefined && mayRead(db, reader, head) ? head : undefined;
}

/** A row may lag behind the thread's messages; the head does not. */
export function threadNow(heads: Heads, row: ThreadRow): Thread {
  const { seq, rev, lastAt } = heads.of(row.id);
  return { ...threadOf(row), seq, rev, lastAt };
}

export function threadOf(row: ThreadRow): Thread {
  return {
    id: row.id,
    topic: row.topic,
    access: row.access,
    status: row.status,
    createdAt: row.created_at,
    createdBy: fromJson<Author>(row.created_by),
    seq: row.seq,
    rev: row.rev,
    lastAt: row.last_at,
    ...(row.default_session !== null && { defaultSession: row.default_session }),
  };
}
