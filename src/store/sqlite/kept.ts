import type { Tx } from "./tx.ts";

/** The first value stays. */
export function keep({ db }: Tx, name: string, value: string): string {
  db.run("INSERT OR IGNORE INTO kept (name, value) VALUES (?, ?)", name, value);
  return db.get<{ value: string }>("SELECT value FROM kept WHERE name = ?", name)?.value ?? value;
}
