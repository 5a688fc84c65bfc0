import type { Address } from "#domain/channel";
import { addressKey } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { QuestionId, SessionId, TurnId } from "#domain/ids";
import { stepQuestion } from "#domain/question";
import type { Given, Question } from "#domain/question";
import type { NewRecord } from "#domain/audit";
import type { AnswerOutcome } from "#domain/question-verbs";
import type { NewMessage } from "#domain/thread";
import { boundTo } from "./chats.ts";
import { fromJson, toJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import { addChange } from "./entries.ts";
import { keepKey } from "./event-keys.ts";
import { addMessage } from "./messages.ts";
import { addDelivery, fanOut } from "./outbox.ts";
import { latestQuestion, openByKey, openOfTurn, questionById } from "./question-rows.ts";
import { waitFor, waitNoMore } from "./runs.ts";
import { stepTo } from "./sessions.ts";
import { countAnswer, countExpiry } from "./statistics.ts";
import type { Tx } from "#store/sqlite/engine/tx";

export function ask(tx: Tx, question: Question, also: readonly Address[]): { readonly question: Question; readonly isNew: boolean } {
  const { asker } = question;
  const before = askedBefore(tx.db, question);
  // A withdrawn question that is asked again is a new one: the old one can no longer be answered.
  if (before?.digest === question.digest && before.state !== "withdrawn") {
    if (asker.kind === "run" && before.state === "open") waitFor(tx, asker.run, before.id);
    return { question: before, isNew: false };
  }
  if (question.turn !== undefined && !isRunning(tx.db, question.turn))
    throw new ParleyError("NotFound", `Turn ${question.turn} is not running, so its question was not asked.`);
  if (before?.state === "open") resolve(tx, before, "withdraw", { at: question.askedAt, reason: "It was replaced by a new question." });
  insert(tx, question);
  if (asker.kind === "run") waitFor(tx, asker.run, question.id);
  addChange(tx, question.thread, question.askedAt, { kind: "asked", question: question.id });
  sendCopies(tx, question, also);
  if (question.session !== undefined) stepTo(tx, question.session, "asked", "");
  return { question, isNew: true };
}

/** An agent that goes on after a restart asks under the same key and is given what it was answered. A run that asks again wants to know anew. */
function askedBefore(db: Db, { asker, turn, key }: Question): Question | undefined {
  if (asker.kind !== "turn") return openByKey(db, key);
  return turn === undefined ? undefined : latestQuestion(db, turn, key);
}

function isRunning(db: Db, turn: TurnId): boolean {
  return db.get<{ state: string }>("SELECT state FROM turns WHERE id = ?", turn)?.state === "begun";
}

function insert({ db, heads, wake }: Tx, question: Question): void {
  const { id, code, thread, asker, session, turn, key, digest, state, expiresAt, ...asked } = question;
  const head = heads.of(thread);
  if (db.get("SELECT 1 FROM questions WHERE code = ? AND state = 'open'", code) !== undefined) {
    throw new ParleyError("NameTaken", `Another open question has the code ${code}. Ask with another one.`);
  }
  db.run(
    `INSERT INTO questions (id, code, thread, asker, session, turn, key, digest, state, expires_at, asked, handed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
    id,
    code,
    head.n,
    JSON.stringify(asker),
    session ?? null,
    turn ?? null,
    key,
    digest,
    state,
    expiresAt,
    JSON.stringify(asked),
  );
  head.about = undefined;
  wake({ topic: "question", question: id });
}

function sendCopies(tx: Tx, question: Question, also: readonly Address[]): void {
  const head = tx.heads.of(question.thread);
  const to = new Map([...boundTo(tx, head), ...also].map((address) => [addressKey(address), address]));
  for (const address of to.values()) addDelivery(tx, { to: address, body: { kind: "question", question: question.id } }, question.askedAt, head.n);
}

export function answer(tx: Tx, id: QuestionId, given: Given, audit: NewRecord, key?: string): AnswerOutcome | undefined {
  const question = questionById(tx.db, id);
  if (question === undefined) return undefined;
  if (given.at >= question.expiresAt || stepQuestion(question.state, "answer") === undefined) return { won: false, question };
  if (key !== undefined && !keepKey(tx, key, given.at, { question: id })) return { won: false, question };
  resolve(tx, question, "answer", { at: given.at, given });
  countAnswer(tx, question, given);
  moveOn(tx, question.session);
  tx.chain.append([audit]);
  return { won: true, question: { ...question, state: "answered", given } };
}

export function expire(tx: Tx, id: QuestionId, at: number, message: NewMessage): boolean {
  const question = questionById(tx.db, id);
  if (question === undefined || !resolve(tx, question, "expire", { at })) return false;
  countExpiry(tx, question, at);
  moveOn(tx, question.session);
  fanOut(tx, addMessage(tx, message));
  return true;
}

export function withdraw(tx: Tx, id: QuestionId, at: number, reason: string): boolean {
  const question = questionById(tx.db, id);
  if (question === undefined || !resolve(tx, question, "withdraw", { at, reason })) return false;
  moveOn(tx, question.session);
  return true;
}

/** The turn has ended, so no answer needs to be delivered. The caller updates the session. */
export function withdrawAll(tx: Tx, turn: TurnId, at: number, reason: string): void {
  for (const question of openOfTurn(tx.db, turn)) resolve(tx, question, "withdraw", { at, reason });
  tx.db.run("UPDATE questions SET handed = 1 WHERE turn = ? AND handed = 0 AND state IN ('answered', 'expired')", turn);
}

interface Resolution {
  readonly at: number;
  readonly given?: Given;
  readonly reason?: string;
}

/** False if it was no longer open. Every posted copy gets an update; an unsent copy is rendered with the new state. */
function resolve(tx: Tx, question: Question, event: "answer" | "expire" | "withdraw", { at, given, reason }: Resolution): boolean {
  const state = stepQuestion(question.state, event);
  if (state === undefined) return false;
  tx.db.run("UPDATE questions SET state = ?, given = ?, reason = ? WHERE id = ?", state, toJson(given), reason ?? null, question.id);
  tx.heads.of(question.thread).about = undefined;
  addChange(tx, question.thread, at, { kind: "resolved", question: question.id });
  waitNoMore(tx, question.id);
  const copies = tx.db.all<{ place: string; receipts: string }>(
    "SELECT place, receipts FROM outbox WHERE question = ? AND receipts <> '[]' ORDER BY n",
    question.id,
  );
  for (const copy of copies) {
    const receipt = fromJson<readonly string[]>(copy.receipts).at(-1);
    if (receipt === undefined) continue;
    addDelivery(tx, { to: fromJson<Address>(copy.place), body: { kind: "update", question: question.id, receipt } }, at, tx.heads.of(question.thread).n);
  }
  tx.wake({ topic: "question", question: question.id });
  return true;
}

/** The session continues if no other question of it is open. */
function moveOn(tx: Tx, session: SessionId | undefined): void {
  if (session !== undefined && !hasOpen(tx.db, session)) stepTo(tx, session, "answered", "");
}

function hasOpen(db: Db, session: SessionId): boolean {
  return db.get("SELECT 1 FROM questions WHERE session = ? AND state = 'open' LIMIT 1", session) !== undefined;
}

export function markHanded({ db }: Tx, id: QuestionId): void {
  db.run("UPDATE questions SET handed = 1 WHERE id = ?", id);
}
