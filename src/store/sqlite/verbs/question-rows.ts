import type { QuestionId, SessionId, ThreadId, TurnId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { Asker, Given, Question, QuestionState } from "#domain/question";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db, Value } from "#store/sqlite/engine/db";
import { mayRead, readable } from "./visible.ts";

type Asked = Omit<Question, "id" | "code" | "thread" | "asker" | "session" | "turn" | "key" | "digest" | "state" | "expiresAt" | "given" | "reason">;

interface QuestionRow {
  id: QuestionId;
  code: string;
  thread_n: number;
  thread_id: ThreadId;
  access: "open" | "closed";
  asker: string;
  session: SessionId | null;
  turn: TurnId | null;
  key: string;
  digest: string;
  state: QuestionState;
  expires_at: number;
  asked: string;
  given: string | null;
  reason: string | null;
}

function selectFrom(table: string): string {
  return `SELECT q.id, q.code, t.n AS thread_n, t.id AS thread_id, t.access, q.asker, q.session, q.turn, q.key, q.digest, q.state, q.expires_at, q.asked, q.given, q.reason
    FROM ${table} JOIN threads t ON t.n = q.thread`;
}

const select = selectFrom("questions q");

export function questionById(db: Db, id: QuestionId): Question | undefined {
  return first(db, "WHERE q.id = ?", id);
}

export function latestQuestion(db: Db, turn: TurnId, key: string): Question | undefined {
  return first(db, "WHERE q.turn = ? AND q.key = ? ORDER BY q.n DESC LIMIT 1", turn, key);
}

/** Of those that no turn's agent has asked: the same key is the same question while it is open. */
export function openByKey(db: Db, key: string): Question | undefined {
  return first(db, "WHERE q.key = ? AND q.state = 'open' AND q.asker ->> 'kind' <> 'turn' LIMIT 1", key);
}

export function openOfTurn(db: Db, turn: TurnId): readonly Question[] {
  return db.all<QuestionRow>(`${select} WHERE q.turn = ? AND q.state = 'open' ORDER BY q.n`, turn).map(questionOf);
}

/** Questions of ended turns were marked when the turn ended. */
export function unhanded(db: Db): readonly Question[] {
  return db
    .all<QuestionRow>(`${selectFrom("questions q INDEXED BY questions_unhanded")} WHERE q.handed = 0 AND q.state IN ('answered', 'expired') ORDER BY q.n`)
    .map(questionOf);
}

export function readQuestion(db: Db, reader: Reader, id: QuestionId): Question | undefined {
  const row = db.get<QuestionRow>(`${select} WHERE q.id = ?`, id);
  return row !== undefined && isVisible(db, reader, row) ? questionOf(row) : undefined;
}

/** The open question with that code, or else the latest one that had it. */
export function questionByCode(db: Db, reader: Reader, code: string): Question | undefined {
  const row = db.get<QuestionRow>(`${select} WHERE q.code = ? ORDER BY q.state = 'open' DESC, q.n DESC LIMIT 1`, code);
  return row !== undefined && isVisible(db, reader, row) ? questionOf(row) : undefined;
}

interface Which {
  readonly state?: "open";
  readonly thread?: ThreadId;
  readonly turn?: TurnId;
  readonly limit?: number;
}

/** The latest questions, in the order they were asked. */
export function listQuestions(db: Db, reader: Reader, which: Which): readonly Question[] {
  const right = readable(reader);
  const conditions = [
    right.sql,
    ...(which.state === undefined ? [] : ["q.state = 'open'"]),
    ...(which.turn === undefined ? [] : ["q.turn = ?"]),
    ...(which.thread === undefined ? [] : ["t.id = ?"]),
  ];
  const values: readonly Value[] = [...right.values, which.turn, which.thread, which.limit ?? 1000].filter((value) => value !== undefined);
  return db
    .all<QuestionRow>(`${selectFrom(table(which))} WHERE ${conditions.join(" AND ")} ORDER BY q.n DESC LIMIT ?`, ...values)
    .map(questionOf)
    .toReversed();
}

/** Without a hint SQLite scans all questions backwards to get the order for free. */
function table(which: Which): string {
  if (which.turn !== undefined) return "questions q INDEXED BY questions_by_turn";
  if (which.state !== undefined) return `questions q INDEXED BY ${which.thread === undefined ? "questions_open" : "questions_open_in"}`;
  return which.thread === undefined ? "questions q" : "questions q INDEXED BY questions_by_thread";
}

function first(db: Db, where: string, ...values: readonly Value[]): Question | undefined {
  const row = db.get<QuestionRow>(`${select} ${where}`, ...values);
  return row && questionOf(row);
}

function isVisible(db: Db, reader: Reader, row: QuestionRow): boolean {
  return mayRead(db, reader, { n: row.thread_n, id: row.thread_id, access: row.access });
}

function questionOf(row: QuestionRow): Question {
  return {
    ...fromJson<Asked>(row.asked),
    id: row.id,
    code: row.code,
    thread: row.thread_id,
    asker: fromJson<Asker>(row.asker),
    ...(row.session !== null && { session: row.session }),
    ...(row.turn !== null && { turn: row.turn }),
    key: row.key,
    digest: row.digest,
    state: row.state,
    expiresAt: row.expires_at,
    ...(row.given !== null && { given: fromJson<Given>(row.given) }),
    ...(row.reason !== null && { reason: row.reason }),
  };
}
