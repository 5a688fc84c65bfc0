import type { NewRecord } from "#domain/audit";
import type { Holder, NewRun, Run, RunEnd } from "#domain/command";
import type { NewDelivery } from "#domain/delivery";
import type { QuestionId, RunId, ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import { addDeliveries } from "./outbox.ts";
import type { Tx } from "#store/sqlite/engine/tx";
import { mayReadNumber } from "./visible.ts";
import { nameOfWho } from "./who-name.ts";

type Started = Omit<NewRun, "id" | "thread" | "who" | "session">;
/** Runs from before names were stored have none. */
type StoredRun = Omit<Started, "whoName"> & Partial<Pick<Started, "whoName">>;
type Ended = Omit<RunEnd, "id" | "at"> & { readonly endedAt: number };

interface RunRow {
  id: RunId;
  thread: number | null;
  thread_id: ThreadId | null;
  who: string;
  session: Holder | null;
  question: QuestionId | null;
  started: string;
  ended: string | null;
}

const select = "SELECT r.id, r.thread, t.id AS thread_id, r.who, r.session, r.question, r.started, r.ended FROM runs r LEFT JOIN threads t ON t.n = r.thread";

export function startRun(tx: Tx, run: NewRun): void {
  addRun(tx, run, null);
}

export function recordRun(tx: Tx, run: NewRun, end: RunEnd, audit: readonly NewRecord[]): void {
  addRun(tx, run, endedOf(end));
  tx.chain.append(audit);
}

function addRun({ db, heads, wake }: Tx, { id, thread, who, session, ...started }: NewRun, ended: string | null): void {
  const head = thread === undefined ? undefined : heads.of(thread);
  db.run(
    "INSERT INTO runs (id, thread, open, who, session, started, ended) VALUES (?, ?, ?, ?, ?, ?, ?)",
    id,
    head?.n ?? null,
    head?.access === "open" ? 1 : 0,
    who,
    session ?? null,
    JSON.stringify(started satisfies Started),
    ended,
  );
  wake({ topic: "run", run: id });
}

/** No effect on a run that has already ended. */
export function waitFor({ db, wake }: Tx, run: RunId, question: QuestionId): void {
  if (db.run("UPDATE runs SET question = ? WHERE id = ? AND ended IS NULL", question, run) > 0) wake({ topic: "run", run });
}

/** The question is no longer open. */
export function waitNoMore({ db, wake }: Tx, question: QuestionId): void {
  for (const { id } of db.all<{ id: RunId }>("UPDATE runs SET question = NULL WHERE question = ? RETURNING id", question)) wake({ topic: "run", run: id });
}

/** Once: a second call writes neither record nor reply. */
export function endRun(tx: Tx, end: RunEnd, audit: readonly NewRecord[], deliveries: readonly NewDelivery[]): void {
  if (tx.db.run("UPDATE runs SET ended = ?, question = NULL WHERE id = ? AND ended IS NULL", endedOf(end), end.id) === 0) return;
  tx.chain.append(audit);
  addDeliveries(tx, deliveries, end.at);
  tx.wake({ topic: "run", run: end.id });
}

function endedOf({ id: _id, at, ...rest }: RunEnd): string {
  return JSON.stringify({ endedAt: at, ...rest } satisfies Ended);
}

export function openRuns(db: Db): readonly Run[] {
  return db.all<RunRow>(`${select} WHERE r.ended IS NULL ORDER BY r.id`).map((row) => runOf(db, row));
}

/** A run outside any thread belongs to its caller. */
export function readRun(db: Db, reader: Reader, id: RunId): Run | undefined {
  const row = rowOf(db, id);
  if (row === undefined) return undefined;
  const isOwn = reader.sees === "all" || reader.who === row.who;
  const isVisible = (isOwn || row.session !== null) && (row.thread === null ? isOwn : mayReadNumber(db, reader, row.thread));
  return isVisible ? runOf(db, row) : undefined;
}

/** In the requested order, without an access check. */
export function runsOf(db: Db, ids: readonly RunId[]): readonly Run[] {
  return ids.flatMap((id) => {
    const row = rowOf(db, id);
    return row === undefined ? [] : [runOf(db, row)];
  });
}

function rowOf(db: Db, id: RunId): RunRow | undefined {
  return db.get<RunRow>(`${select} WHERE r.id = ?`, id);
}

function runOf(db: Db, row: RunRow): Run {
  const { whoName = nameOfWho(db, row.who), ...started } = fromJson<StoredRun>(row.started);
  return {
    id: row.id,
    who: row.who,
    whoName,
    ...started,
    ...(row.thread_id !== null && { thread: row.thread_id }),
    ...(row.session !== null && { session: row.session }),
    ...(row.question !== null && { question: row.question }),
    ...(row.ended !== null && fromJson<Ended>(row.ended)),
  };
}
