import type { Author, Surface } from "#domain/thread";
import { isId } from "#domain/ids";
import type { Given, Question } from "#domain/question";
import type { DayCount, ShareCount, Statistics } from "#domain/statistics";
import type { Ending, Turn } from "#domain/turn";
import type { TurnUsage } from "#domain/work";
import type { Db } from "#store/sqlite/engine/db";
import type { Tx } from "#store/sqlite/engine/tx";

/** What the statistics take from a message's row. */
export interface CountedMessage {
  at: number;
  authorKind: Author["kind"];
  authorId: string;
  authorName: string;
  surface: Surface;
}

export function countMessage({ tally }: Tx, { at, authorKind, authorId, authorName, surface }: CountedMessage): void {
  if (authorKind === "hub") return;
  tally.add(at, "messages", {
    person: authorKind === "person" ? authorId : undefined,
    agent: authorKind === "agent" ? authorName : undefined,
    channel: channelOf(surface),
  });
}

/** One that never began used nothing and took no time. */
export function countTurn(tx: Tx, turn: Turn, ending: Ending["how"], at: number): void {
  if (turn.begunAt === undefined) return;
  const whose = { person: personOf(turn.beganBy), agent: sessionName(tx.db, turn.session) };
  tx.tally.add(at, "turns", whose, { total: at - turn.begunAt });
  if (ending === "failed" || ending === "lost") tx.tally.add(at, "failed", whose);
}

/** From the prompt until the agent took it. */
export function countWait(tx: Tx, turn: Turn, at: number): void {
  tx.tally.add(at, "queued", { person: personOf(turn.beganBy), agent: sessionName(tx.db, turn.session) }, { total: Math.max(0, at - turn.at) });
}

/** What a turn has used since it last said so. */
export function countUsage(tx: Tx, turn: Pick<Turn, "session" | "beganBy">, before: TurnUsage | undefined, now: TurnUsage): void {
  const whose = { person: personOf(turn.beganBy), agent: sessionName(tx.db, turn.session) };
  const count = before === undefined ? 1 : 0;
  const at = tx.now();
  tx.tally.add(at, "input", whose, { count, total: now.inputTokens - (before?.inputTokens ?? 0) });
  tx.tally.add(at, "output", whose, { count, total: now.outputTokens - (before?.outputTokens ?? 0) });
  if (now.cost !== undefined) tx.tally.add(at, "cost", whose, { count, total: now.cost - (before?.cost ?? 0) });
}

export function countAnswer(tx: Tx, question: Question, given: Given): void {
  const whose = { person: personOf(given.by), agent: askedBy(tx.db, question), channel: channelOf(given.surface) };
  tx.tally.add(given.at, "answered", whose, { total: Math.max(0, given.at - question.askedAt) });
  const grants = question.options.find((option) => option.id === given.option)?.grants;
  if (grants !== undefined) tx.tally.add(given.at, grants === "deny" ? "denied" : "allowed", whose);
}

export function countExpiry(tx: Tx, question: Question, at: number): void {
  tx.tally.add(at, "expired", { agent: askedBy(tx.db, question) });
}

export function readStatistics(db: Db, { from, to }: { readonly from: string; readonly to: string }): Statistics {
  return {
    days: db.all<DayCount>("SELECT day, what, count, total FROM statistics WHERE kind = 'day' AND day BETWEEN ? AND ? ORDER BY day, what", from, to),
    shares: ["person", "agent", "channel"].flatMap((by) =>
      db.all<ShareCount>(
        "SELECT kind AS by, key, what, sum(count) AS count, sum(total) AS total FROM statistics WHERE kind = ? AND day BETWEEN ? AND ? GROUP BY key, what ORDER BY key, what",
        by,
        from,
        to,
      ),
    ),
  };
}

function personOf(who: string): string | undefined {
  return isId("per", who) ? who : undefined;
}

function channelOf(surface: Surface): string {
  return surface.startsWith("chat:") ? surface.slice(5) : surface;
}

function askedBy(db: Db, { session }: Question): string | undefined {
  return session === undefined ? undefined : sessionName(db, session);
}

/** By name: that is what people compare, and a session that was created again under its name continues the old numbers. */
function sessionName(db: Db, id: string): string | undefined {
  return db.get<{ name: string }>("SELECT name FROM sessions WHERE id = ?", id)?.name;
}
