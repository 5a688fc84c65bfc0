import type { NewRecord } from "#domain/audit";
import type { NewRun, Run } from "#domain/command";
import type { NewDelivery } from "#domain/delivery";
import type { RunId, ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import { fromJson } from "./db.ts";
import type { Db } from "./db.ts";
import { addDeliveries } from "./outbox.ts";
import type { Tx } from "./tx.ts";
import { mayReadNumber } from "./visible.ts";

type Started = Omit<NewRun, "id" | "thread" | "who">;
type Ended = Pick<Run, "endedAt" | "exitCode" | "code" | "text" | "result">;

interface RunRow {
  id: RunId;
  thread: number | null;
  thread_id: ThreadId | null;
  who: string;
  started: string;
  ended: string | null;
}

export interface RunEnd {
  readonly id: RunId;
  readonly at: number;
  readonly exitCode: number;
  readonly code?: string;
  readonly text: string;
  readonly result: Run["result"];
}

const select = "SELECT r.id, r.thread, t.id AS thread_id, r.who, r.started, r.ended FROM runs r LEFT JOIN threads t ON t.n = r.thread";

export function startRun({ db, heads }: Tx, { id, thread, who, ...started }: NewRun): void {
  const n = thread === undefined ? null : heads.of(thread).n;
  db.run("INSERT INTO runs (id, thread, who, started) VALUES (?, ?, ?, ?)", id, n, who, JSON.stringify(started satisfies Started));
}

/** Once: a second end writes neither record nor reply. */
export function endRun(tx: Tx, end: RunEnd, audit: readonly NewRecord[], deliveries: readonly NewDelivery[]): void {
  const { id, at, ...rest } = end;
  if (tx.db.run("UPDATE runs SET ended = ? WHERE id = ? AND ended IS NULL", JSON.stringify({ endedAt: at, ...rest }), id) === 0) return;
  tx.chain.append(audit);
  addDeliveries(tx, deliveries, at);
}

export function openRuns(db: Db): readonly Run[] {
  return db.all<RunRow>(`${select} WHERE r.ended IS NULL ORDER BY r.id`).map(runOf);
}

/** A run outside of any thread is its caller's own. */
export function readRun(db: Db, reader: Reader, id: RunId): Run | undefined {
  const row = db.get<RunRow>(`${select} WHERE r.id = ?`, id);
  if (row === undefined) return undefined;
  const isVisible = row.thread === null ? reader.sees === "all" || reader.who === row.who : mayReadNumber(db, reader, row.thread);
  return isVisible ? runOf(row) : undefined;
}

function runOf(row: RunRow): Run {
  return {
    id: row.id,
    who: row.who,
    ...fromJson<Started>(row.started),
    ...(row.thread_id !== null && { thread: row.thread_id }),
    ...(row.ended !== null && fromJson<Ended>(row.ended)),
  };
}
