import { ParleyError } from "#domain/errors";
import type { SessionId, ThreadId, TurnId } from "#domain/ids";
import type { TurnEnd } from "#domain/store";
import type { Message, NewMessage } from "#domain/thread";
import type { Ending, NewTurn, Turn, TurnState } from "#domain/turn";
import { addUsage, type SessionUsage, type TurnUsage } from "#domain/work";
import { turnArtifacts } from "./artifacts.ts";
import { boundTo } from "./chats.ts";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import { retractDrafts } from "./drafts.ts";
import { isWaitingForFiles } from "./incoming-files.ts";
import { addMessage } from "./messages.ts";
import { fanOut } from "./outbox.ts";
import { withdrawAll } from "./questions.ts";
import { stepTo } from "./sessions.ts";
import { countTurn, countUsage, countWait } from "./statistics.ts";
import type { Tx } from "#store/sqlite/engine/tx";

type Spec = Omit<NewTurn, "id" | "session" | "thread"> & Pick<Turn, "isQuiet">;

interface TurnRow {
  id: TurnId;
  session: SessionId;
  thread_id: ThreadId;
  state: TurnState;
  spec: string;
  begun_at: number | null;
  ended_at: number | null;
  overdue_at: number | null;
  ending: Ending["how"] | null;
  reason: string | null;
}

function selectFrom(table: string): string {
  return `SELECT u.id, u.session, t.id AS thread_id, u.state, u.spec, u.begun_at, u.ended_at, u.overdue_at, u.ending, u.reason
    FROM ${table} JOIN threads t ON t.n = u.thread`;
}

const select = selectFrom("turns u");

interface QueueHow {
  readonly limit: number | undefined;
  readonly isFirst: boolean | undefined;
}

export function queueTurn(tx: Tx, turn: NewTurn, { limit = Infinity, isFirst = false }: QueueHow): { readonly turn: Turn; readonly ahead: number } {
  const isThere = tx.db.get("SELECT 1 FROM sessions WHERE id = ? AND dropped = 0", turn.session) !== undefined;
  if (!isThere) throw new ParleyError("NoSuchSession", `There is no session ${turn.session} any more, so the prompt was rejected.`);
  const queued = tx.db.get<{ count: number }>("SELECT count(*) AS count FROM turns WHERE session = ? AND state = 'queued'", turn.session)?.count ?? 0;
  if (queued >= limit) throw new ParleyError("QueueFull", `The queue of ${turn.session} is full (${limit}), so the prompt was rejected.`);
  const ahead = tx.db.get<{ count: number }>("SELECT count(*) AS count FROM turns WHERE session = ? AND state <> 'ended'", turn.session)?.count ?? 0;
  addTurn(tx, turn, "queued");
  if (!isFirst) return { turn: { ...turn, state: "queued" }, ahead };
  // The queue is read in the order of n.
  tx.db.run("UPDATE turns SET n = (SELECT min(n) FROM turns) - 1 WHERE id = ?", turn.id);
  return { turn: { ...turn, state: "queued" }, ahead: ahead - queued };
}

/** A batch is one prompt, and no prompt is longer than one message may be. */
const maxBatchChars = 100_000;

/** The last queued turn of the session, if this prompt belongs to it. */
export function openBatch(db: Db, { session, thread, beganBy, prompt }: NewTurn): Turn | undefined {
  const row = db.get<TurnRow>(`${select} WHERE u.session = ? AND u.state = 'queued' ORDER BY u.n DESC LIMIT 1`, session);
  const last = row === undefined ? undefined : turnOf(row);
  const isSame = last?.thread === thread && last.beganBy === beganBy && last.prompt.length + prompt.length < maxBatchChars;
  return isSame && last !== undefined && !isWaitingForFiles(db, last.id) ? last : undefined;
}

export function addToBatch({ db, wake }: Tx, batch: Turn, { prompt }: NewTurn): { readonly turn: Turn; readonly ahead: number } {
  const together = `${batch.prompt}\n\n${prompt}`;
  db.run("UPDATE turns SET spec = json_set(spec, '$.prompt', ?) WHERE id = ?", together, batch.id);
  wake({ topic: "session", session: batch.session });
  return { turn: { ...batch, prompt: together }, ahead: 0 };
}

function addTurn({ db, heads, wake }: Tx, { id, session, thread, ...spec }: NewTurn, state: "queued" | "begun"): void {
  db.run(
    "INSERT INTO turns (id, session, thread, state, spec, begun_at) VALUES (?, ?, ?, ?, ?, ?)",
    id,
    session,
    heads.of(thread).n,
    state,
    JSON.stringify(spec satisfies Spec),
    state === "begun" ? spec.at : null,
  );
  wake({ topic: "session", session });
}

export function beginTurn(tx: Tx, session: SessionId, at: number): Turn | undefined {
  if (begun(tx.db, session) !== undefined) return undefined;
  const row = tx.db.get<TurnRow>(`${select} WHERE u.session = ? AND u.state = 'queued' ORDER BY u.n LIMIT 1`, session);
  if (row === undefined || isWaitingForFiles(tx.db, row.id)) return undefined;
  tx.db.run("UPDATE turns SET state = 'begun', begun_at = ? WHERE id = ?", at, row.id);
  stepTo(tx, session, "taken", "");
  const turn = readTurn(tx.db, row.id);
  if (turn !== undefined) countWait(tx, turn, at);
  return turn;
}

/** The agent did not take it: first in line again. */
export function requeueTurn(tx: Tx, id: TurnId): boolean {
  const turn = readTurn(tx.db, id);
  if (turn?.state !== "begun") return false;
  tx.db.run("UPDATE turns SET state = 'queued', begun_at = NULL WHERE id = ?", id);
  stepTo(tx, turn.session, "stopped", "");
  return true;
}

/** All or none: one that was begun meanwhile is not to be counted in the line. */
export function dropQueued(tx: Tx, ids: readonly TurnId[], at: number, message: NewMessage): boolean {
  const turns = ids.map((id) => readTurn(tx.db, id));
  if (turns.some((turn) => turn?.state !== "queued")) return false;
  for (const id of ids) tx.db.run("UPDATE turns SET state = 'ended', ended_at = ?, ending = 'stopped', reason = ? WHERE id = ?", at, message.text, id);
  for (const session of new Set(turns.flatMap((turn) => (turn === undefined ? [] : [turn.session])))) tx.wake({ topic: "session", session });
  fanOut(tx, addMessage(tx, message));
  return true;
}

export function deskTurn(tx: Tx, turn: NewTurn, message: NewMessage): Turn | undefined {
  const known = readTurn(tx.db, turn.id);
  if (known !== undefined) return known;
  if (begun(tx.db, turn.session) !== undefined) return undefined;
  addMessage(tx, message);
  addTurn(tx, turn, "begun");
  stepTo(tx, turn.session, "taken", "");
  return { ...turn, state: "begun", begunAt: turn.at };
}

export function overdueTurn(tx: Tx, id: TurnId, at: number, message: NewMessage): boolean {
  const turn = readTurn(tx.db, id);
  if (turn?.state !== "begun" || turn.overdueAt !== undefined) return false;
  tx.db.run("UPDATE turns SET overdue_at = ? WHERE id = ?", at, id);
  // Only the first line fits beside a state; the rest is for the thread.
  stepTo(tx, turn.session, "timeout", message.text.split("\n", 1)[0] ?? "");
  fanOut(tx, addMessage(tx, message));
  return true;
}

export function keepUsage(tx: Tx, id: TurnId, usage: TurnUsage): boolean {
  const row = tx.db.get<{ session: SessionId; beganBy: string; before: string | null; total: string | null }>(
    "SELECT u.session, u.spec ->> 'beganBy' AS beganBy, u.usage AS before, s.usage AS total FROM turns u JOIN sessions s ON s.id = u.session WHERE u.id = ?",
    id,
  );
  if (row === undefined) return false;
  const before = row.before === null ? undefined : fromJson<TurnUsage>(row.before);
  const total = addUsage(row.total === null ? undefined : fromJson<SessionUsage>(row.total), before, usage);
  countUsage(tx, row, before, usage);
  tx.db.run("UPDATE turns SET usage = ? WHERE id = ?", JSON.stringify(usage), id);
  tx.db.run("UPDATE sessions SET usage = ? WHERE id = ?", JSON.stringify(total), row.session);
  tx.wake({ topic: "session", session: row.session });
  return true;
}

export function endTurn(tx: Tx, end: TurnEnd): { readonly ended: boolean; readonly message?: Message } {
  const turn = readTurn(tx.db, end.turn);
  if (turn === undefined || turn.state === "ended") return { ended: false };
  tx.db.run("UPDATE turns SET state = 'ended', ended_at = ?, ending = ?, reason = ? WHERE id = ?", end.at, end.ending.how, end.reason, end.turn);
  countTurn(tx, turn, end.ending.how, end.at);
  withdrawAll(tx, end.turn, end.at, end.reason);
  stepTo(tx, turn.session, end.session, end.reason);
  const isQuiet = end.ending.how === "failed" && end.ending.isQuiet === true;
  if (isQuiet) tx.db.run("UPDATE turns SET spec = json_set(spec, '$.isQuiet', json('true')) WHERE id = ?", end.turn);
  const answered = end.message === undefined || isQuiet ? [] : boundTo(tx, tx.heads.of(turn.thread));
  retractDrafts(tx, end.turn, answered, end.at);
  if (end.message === undefined) return { ended: true };
  const message = addMessage(tx, withArtifacts(tx.db, end.turn, end.message));
  if (!isQuiet) fanOut(tx, message, end.turn);
  if (end.notice !== undefined) fanOut(tx, addMessage(tx, end.notice));
  return { ended: true, message };
}

function withArtifacts(db: Db, turn: TurnId, message: NewMessage): NewMessage {
  const ids = new Set([...(message.artifacts ?? []), ...turnArtifacts(db, turn).map((artifact) => artifact.id)]);
  return ids.size === 0 ? message : { ...message, artifacts: [...ids] };
}

function begun(db: Db, session: SessionId): TurnId | undefined {
  return db.get<{ id: TurnId }>("SELECT id FROM turns WHERE session = ? AND state = 'begun'", session)?.id;
}

export function readTurn(db: Db, id: TurnId): Turn | undefined {
  const row = db.get<TurnRow>(`${select} WHERE u.id = ?`, id);
  return row && turnOf(row);
}

export function openTurns(db: Db, session: SessionId | undefined): readonly Turn[] {
  const rows =
    session === undefined
      ? db.all<TurnRow>(`${selectFrom("turns u INDEXED BY turns_open")} WHERE u.state <> 'ended' ORDER BY u.n`)
      : db.all<TurnRow>(`${select} WHERE u.session = ? AND u.state <> 'ended' ORDER BY u.n`, session);
  return rows.map(turnOf);
}

function turnOf(row: TurnRow): Turn {
  return {
    id: row.id,
    session: row.session,
    thread: row.thread_id,
    ...fromJson<Spec>(row.spec),
    state: row.state,
    ...(row.begun_at !== null && { begunAt: row.begun_at }),
    ...(row.ended_at !== null && { endedAt: row.ended_at }),
    ...(row.overdue_at !== null && { overdueAt: row.overdue_at }),
    ...(row.ending !== null && { ending: row.ending }),
    ...(row.reason !== null && { reason: row.reason }),
  };
}
