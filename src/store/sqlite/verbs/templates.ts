import { ParleyError } from "#domain/errors";
import type { ThreadTemplate } from "#domain/thread-details";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import type { Tx } from "#store/sqlite/engine/tx";

type Body = Omit<ThreadTemplate, "id" | "at">;

/** Oldest first. */
export function listTemplates(db: Db): readonly ThreadTemplate[] {
  return db
    .all<{ id: string; at: number; body: string }>("SELECT id, at, body FROM templates ORDER BY at, id")
    .map(({ id, at, body }) => ({ id, ...fromJson<Body>(body), at }));
}

export function addTemplate({ db }: Tx, { id, at, ...body }: ThreadTemplate): void {
  if (db.run("INSERT OR IGNORE INTO templates (id, at, body) VALUES (?, ?, ?)", id, at, JSON.stringify(body satisfies Body)) === 0)
    throw new ParleyError("NameTaken", `A template ${id} already exists. Choose another id, or remove that one first.`);
}

export function dropTemplate({ db }: Tx, id: string): boolean {
  return db.run("DELETE FROM templates WHERE id = ?", id) > 0;
}
