import type { JsonValue } from "#domain/json";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import type { Tx } from "#store/sqlite/engine/tx";

export function remember({ db }: Tx, owner: string, value: JsonValue): void {
  db.run("INSERT INTO memories (owner, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", owner, JSON.stringify(value));
}

export function memoryOf(db: Db, owner: string): JsonValue | undefined {
  const row = db.get<{ value: string }>("SELECT value FROM memories WHERE owner = ?", owner);
  return row && fromJson<JsonValue>(row.value);
}
