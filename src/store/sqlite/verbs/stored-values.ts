import type { Tx } from "#store/sqlite/engine/tx";

/** Stores the value if there is none yet, and returns the stored one. */
export function keep({ db }: Tx, name: string, value: string): string {
  db.run("INSERT OR IGNORE INTO kept (name, value) VALUES (?, ?)", name, value);
  return db.get<{ value: string }>("SELECT value FROM kept WHERE name = ?", name)?.value ?? value;
}
