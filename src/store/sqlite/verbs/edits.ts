import type { MessageId } from "#domain/ids";
import type { BoundedPage } from "#domain/page";
import type { Edit } from "#domain/thread-details";
import type { Db } from "#store/sqlite/engine/db";
import { messageById } from "./messages.ts";
import { indexAgain } from "#store/sqlite/search/search-index";
import type { ReadTx, Tx } from "#store/sqlite/engine/tx";

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

/** An unchanged text is not a new version, and a missing message has none. */
export function keepEdit(tx: Tx, { message, text, by }: { readonly message: MessageId; readonly text: string; readonly by: string }, at: number): void {
  const before = standing(tx, message);
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
  indexAgain(tx, message, text);
  followInPrompt(tx, message, text);
}

/** A prompt that is still queued is begun with what it says then. One that was begun stays as the agent got it. */
function followInPrompt(tx: Tx, message: MessageId, text: string): void {
  const turn = messageById(tx, message)?.message.turn;
  if (turn !== undefined) tx.db.run("UPDATE turns SET spec = json_set(spec, '$.prompt', ?) WHERE id = ? AND state = 'queued'", text, turn);
}

/** The current text, and how often it was edited. */
export function standing(look: ReadTx, message: MessageId): { readonly text: string; readonly version: number } | undefined {
  const edited = editedRow(look.db, message);
  if (edited !== undefined) return edited;
  const said = messageById(look, message)?.message;
  return said && { text: said.text, version: 0 };
}

export function editedRow(db: Db, message: MessageId): EditedRow | undefined {
  return db.get<EditedRow>("SELECT text, version, at FROM edited WHERE message = ?", message);
}

/** Oldest first. */
export function editsOf(db: Db, message: MessageId, page: BoundedPage & { readonly afterVersion?: number }): readonly Edit[] {
  return db
    .within<EditRow>(
      page.mostBytes ?? Infinity,
      (row) => Buffer.byteLength(row.old_text),
      "SELECT version, old_text, who, at FROM edits WHERE message = ? AND version > ? ORDER BY version LIMIT ?",
      message,
      page.afterVersion ?? 0,
      page.limit,
    )
    .map((row) => ({ version: row.version, oldText: row.old_text, by: row.who, at: row.at }));
}
