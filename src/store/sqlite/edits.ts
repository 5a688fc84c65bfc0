import type { MessageId } from "#domain/ids";
import type { Edit } from "#domain/thread-details";
import type { Db } from "./db.ts";
import { messageById } from "./messages.ts";
import { indexAgain } from "./search-index.ts";
import type { Tx } from "./tx.ts";

interface EditRow {
  version: number;
  old_text: string;
  who: string;
  at: number;
}

export interface EditedRow {
  text: string;
  version: number;
  at: number;
}

/** The same text again is no version. A message that is not there has none either. */
export function keepEdit(tx: Tx, { message, text, by }: { readonly message: MessageId; readonly text: string; readonly by: string }, at: number): void {
  const before = standing(tx.db, message);
  if (before === undefined || before.text === text) return;
  const version = before.version + 1;
  tx.db.run("INSERT INTO edits (message, version, old_text, who, at) VALUES (?, ?, ?, ?, ?)", message, version, before.text, by, at);
  tx.db.run(
    `INSERT INTO edited (message, text, version, at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET text = excluded.text, version = excluded.version, at = excluded.at`,
    message,
    text,
    version,
    at,
  );
  indexAgain(tx.db, message, text);
}

/** The text that counts now, and how often it was edited. */
export function standing(db: Db, message: MessageId): { readonly text: string; readonly version: number } | undefined {
  const edited = editedRow(db, message);
  if (edited !== undefined) return edited;
  const said = messageById(db, message)?.message;
  return said && { text: said.text, version: 0 };
}

export function editedRow(db: Db, message: MessageId): EditedRow | undefined {
  return db.get<EditedRow>("SELECT text, version, at FROM edited WHERE message = ?", message);
}

/** Oldest first. */
export function editsOf(db: Db, message: MessageId): readonly Edit[] {
  return db
    .all<EditRow>("SELECT version, old_text, who, at FROM edits WHERE message = ? ORDER BY version", message)
    .map((row) => ({ version: row.version, oldText: row.old_text, by: row.who, at: row.at }));
}
