import type { Db } from "#store/sqlite/engine/db";
import { isReserved, nameKey } from "./names.ts";

/** By a person, or by Parley itself. */
export function isNameTaken(db: Db, name: string): boolean {
  return isReserved(name) || db.get("SELECT 1 FROM people WHERE name_key = ?", nameKey(name)) !== undefined;
}
