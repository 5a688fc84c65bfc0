import type { StoreMetrics } from "#domain/bus-verbs";
import { countersOf } from "#store/sqlite/engine/counters";
import type { Db } from "#store/sqlite/engine/db";

const minuteMs = 60_000;

/** Of indexed messages; the caller brings the index up to date first. */
export function readMetrics(db: Db, now: number): StoreMetrics {
  const counters = countersOf(db);
  const named = (prefix: string): Readonly<Record<string, number>> =>
    Object.fromEntries(counters.filter(({ name }) => name.startsWith(prefix)).map(({ name, value }) => [name.slice(prefix.length), value]));
  return {
    threadsByStatus: named("thread:"),
    messages: counters.find(({ name }) => name === "messages")?.value ?? 0,
    recent: [countSince(db, now - minuteMs), countSince(db, now - 5 * minuteMs), countSince(db, now - 15 * minuteMs)],
    stopReasons: named("stop:"),
  };
}

function countSince(db: Db, at: number): number {
  return db.get<{ count: number }>("SELECT count(*) AS count FROM search_rows WHERE at > ?", at)?.count ?? 0;
}
