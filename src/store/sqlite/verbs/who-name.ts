import type { Db } from "#store/sqlite/engine/db";

/** The name for a `whoIs` key, or the key itself. */
export function nameOfWho(db: Db, who: string): string {
  const row =
    db.get<{ name: string }>("SELECT name FROM people WHERE id = ?", who) ??
    db.get<{ name: string }>("SELECT name FROM agents WHERE id = ?", who) ??
    db.get<{ name: string }>("SELECT p.name FROM accounts a JOIN people p ON p.id = a.person WHERE a.account = ?", who);
  return row?.name ?? who;
}
