import type { Db } from "./db.ts";

/** Counts that would need a table scan otherwise. */
export function bump(db: Db, name: string, by: number): void {
  db.run("INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = value + excluded.value", name, by);
}

export function countersOf(db: Db): readonly { readonly name: string; readonly value: number }[] {
  return db.all<{ name: string; value: number }>("SELECT name, value FROM counters WHERE value > 0 ORDER BY name");
}
