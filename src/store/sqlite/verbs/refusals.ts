import type { Refusal } from "#domain/audit";
import type { Db } from "#store/sqlite/engine/db";
import type { Tx } from "#store/sqlite/engine/tx";

interface RefusalRow extends Refusal {
  count: number;
  window_ends: number;
}

const select = "SELECT who, name, code, about, at, count, window_ends FROM refusals";

export function refused(tx: Tx, refusal: Refusal, windowEnds: number): void {
  const open = tx.db.get<RefusalRow>(`${select} WHERE who = ? AND code = ?`, refusal.who, refusal.code);
  if (open !== undefined && refusal.at < open.window_ends) return;
  if (open !== undefined) seal(tx, open, open.count);
  tx.db.run(
    "INSERT INTO refusals (who, code, name, about, at, count, window_ends) VALUES (?, ?, ?, ?, ?, 1, ?)",
    refusal.who,
    refusal.code,
    refusal.name,
    refusal.about,
    refusal.at,
    windowEnds,
  );
}

export function sealRefusals(tx: Tx, now: number, counts: ReadonlyMap<string, number>): void {
  const ended = tx.db.all<RefusalRow>(`${select} WHERE window_ends <= ? ORDER BY window_ends, at`, now);
  for (const row of ended) seal(tx, row, counts.get(`${row.who} ${row.code}`) ?? row.count);
}

function seal({ db, chain }: Tx, row: RefusalRow, count: number): void {
  db.run("DELETE FROM refusals WHERE who = ? AND code = ?", row.who, row.code);
  chain.append([{ at: row.at, kind: "refused", who: row.who, data: { name: row.name, code: row.code, about: row.about, count } }]);
}

export function openRefusals(db: Db): readonly (Refusal & { readonly count: number })[] {
  return db.all<RefusalRow>(`${select} ORDER BY at`).map(({ who, name, code, about, at, count }) => ({ who, name, code, about, at, count }));
}
