import { ParleyError } from "#domain/errors";
import type { SessionId, ThreadId } from "#domain/ids";
import type { JsonObject, JsonValue } from "#domain/json";
import type { Reader } from "#domain/people";
import { stepSession } from "#domain/session";
import type { NewSession, Session, SessionEvent, SessionState } from "#domain/session";
import type { SessionUsage } from "#domain/work";
import { dropBacklogs } from "./backlog.ts";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import { nameKey } from "./names.ts";
import type { Tx } from "#store/sqlite/engine/tx";
import { mayRead } from "./visible.ts";

interface SessionRow {
  id: SessionId;
  name: string;
  thread_n: number;
  thread_id: ThreadId;
  access: "open" | "closed";
  kind: NewSession["kind"];
  cli_type: string;
  work_dir: string;
  settings: string;
  source: NewSession["source"];
  at: number;
  state: SessionState;
  reason: string;
  queue: number;
  usage: string | null;
}

const select = `SELECT s.id, s.name, t.n AS thread_n, t.id AS thread_id, t.access, s.kind, s.cli_type, s.work_dir, s.settings, s.source, s.at, s.state, s.reason, s.usage,
  (SELECT count(*) FROM turns q WHERE q.session = s.id AND q.state = 'queued') AS queue
  FROM sessions s JOIN threads t ON t.n = s.thread WHERE s.dropped = 0`;

/** Repeating an id updates the session and keeps its state. */
export function putSession({ db, heads, wake }: Tx, session: NewSession): Session {
  const key = nameKey(session.name);
  const taken = db.get<{ id: SessionId }>("SELECT id FROM sessions WHERE name_key = ? AND dropped = 0", key);
  if (taken !== undefined && taken.id !== session.id)
    throw new ParleyError("NameTaken", `A session named ${session.name} already exists. Choose another name.`);
  const values = [
    session.name,
    key,
    heads.of(session.thread).n,
    session.kind,
    session.cliType,
    session.workDir,
    JSON.stringify(session.settings),
    session.source,
  ] as const;
  const changed = db.run(
    `UPDATE sessions SET name = ?, name_key = ?, thread = ?, kind = ?, cli_type = ?, work_dir = ?, settings = ?, source = ?, dropped = 0 WHERE id = ?`,
    ...values,
    session.id,
  );
  if (changed === 0) {
    db.run(
      `INSERT INTO sessions (name, name_key, thread, kind, cli_type, work_dir, settings, source, id, at, state, reason, dropped)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'idle', '', 0)`,
      ...values,
      session.id,
      session.at,
    );
  }
  const head = heads.of(session.thread);
  if (db.run("UPDATE threads SET default_session = ? WHERE n = ? AND default_session IS NULL", session.id, head.n) > 0) {
    head.about = undefined;
    wake({ topic: "thread", thread: head.id, rev: head.rev });
  }
  wake({ topic: "session", session: session.id });
  return mustRead(db, session.id);
}

export function dropSession({ db, heads, wake }: Tx, id: SessionId): void {
  const session = readSession(db, id);
  if (session === undefined) return;
  db.run("UPDATE sessions SET dropped = 1, memory = NULL WHERE id = ?", id);
  dropBacklogs(db, id);
  const head = heads.of(session.thread);
  const next = db.get<{ id: SessionId }>("SELECT id FROM sessions WHERE thread = ? AND dropped = 0 ORDER BY at LIMIT 1", head.n)?.id ?? null;
  if (db.run("UPDATE threads SET default_session = ? WHERE n = ? AND default_session = ?", next, head.n, id) > 0) {
    head.about = undefined;
    wake({ topic: "thread", thread: head.id, rev: head.rev });
  }
  wake({ topic: "session", session: id });
}

/** A transition that is not in the table changes nothing, including the reason. */
export function stepTo({ db, wake }: Tx, id: SessionId, event: SessionEvent, reason: string): void {
  const row = db.get<{ state: SessionState }>("SELECT state FROM sessions WHERE id = ?", id);
  if (row === undefined) return;
  const state = stepSession(row.state, event);
  if (state !== row.state) db.run("UPDATE sessions SET state = ?, reason = ? WHERE id = ?", state, reason, id);
  wake({ topic: "session", session: id });
}

export function moveSession(tx: Tx, id: SessionId, event: SessionEvent, reason: string): Session | undefined {
  if (readSession(tx.db, id) === undefined) return undefined;
  stepTo(tx, id, event, reason);
  return readSession(tx.db, id);
}

/** Survives restarts, goes with the session. Undefined: nothing was set, or there is no such session. */
export function readMemory(db: Db, id: SessionId): JsonValue | undefined {
  const memory = db.get<{ memory: string | null }>("SELECT memory FROM sessions WHERE id = ? AND dropped = 0", id)?.memory;
  return memory === undefined || memory === null ? undefined : fromJson<JsonValue>(memory);
}

export function setMemory({ db }: Tx, id: SessionId, value: JsonValue): boolean {
  return db.run("UPDATE sessions SET memory = ? WHERE id = ? AND dropped = 0", JSON.stringify(value), id) > 0;
}

export function readSession(db: Db, id: SessionId): Session | undefined {
  const row = db.get<SessionRow>(`${select} AND s.id = ?`, id);
  return row && sessionOf(row);
}

export function sessionByName(db: Db, reader: Reader, name: string): Session | undefined {
  const row = db.get<SessionRow>(`${select} AND s.name_key = ?`, nameKey(name));
  return row !== undefined && isVisible(db, reader, row) ? sessionOf(row) : undefined;
}

export function listSessions(db: Db, reader: Reader): readonly Session[] {
  return db
    .all<SessionRow>(`${select} ORDER BY s.at, s.id`)
    .filter((row) => isVisible(db, reader, row))
    .map(sessionOf);
}

function isVisible(db: Db, reader: Reader, row: SessionRow): boolean {
  return mayRead(db, reader, { n: row.thread_n, id: row.thread_id, access: row.access });
}

function mustRead(db: Db, id: SessionId): Session {
  const session = readSession(db, id);
  if (session === undefined) throw new ParleyError("NoSuchSession", `There is no session ${id}.`);
  return session;
}

function sessionOf(row: SessionRow): Session {
  return {
    id: row.id,
    name: row.name,
    thread: row.thread_id,
    kind: row.kind,
    cliType: row.cli_type,
    workDir: row.work_dir,
    settings: fromJson<JsonObject>(row.settings),
    source: row.source,
    at: row.at,
    state: row.state,
    reason: row.reason,
    queue: row.queue,
    ...(row.usage !== null && { usage: fromJson<SessionUsage>(row.usage) }),
  };
}
