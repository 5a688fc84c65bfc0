import type { MessageId, ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { ThreadAccess } from "#domain/thread";
import type { Found } from "#domain/thread-details";
import { phrasesOf } from "#store/search-words";
import { snippetOf } from "#store/snippet";
import type { Db } from "./db.ts";
import { scopeOf } from "./search-index.ts";
import { threadNumber } from "./threads.ts";
import type { Look } from "./tx.ts";
import { readable } from "./visible.ts";

interface FoundRow {
  message: MessageId;
  thread: ThreadId;
  topic: string;
  author: string;
  seq: number;
  at: number;
  text: string;
}

/** Newest first, so that the walk along the hits ends at the limit however many there are. */
export function searchMessages(look: Look, reader: Reader, query: string, which: { readonly thread?: ThreadId; readonly limit: number }): readonly Found[] {
  const phrases = phrasesOf(query);
  const scopes = scopesOf(look, reader, which.thread);
  if (phrases.length === 0 || scopes?.length === 0) return [];
  const words = `words : (${phrases.map((keys) => `"${keys.join(" ")}"`).join(" AND ")})`;
  const right = readable(reader);
  return look.db
    .all<FoundRow>(
      `SELECT m.id AS message, t.id AS thread, t.topic, m.author_name AS author, m.seq, m.at, coalesce(e.text, m.text) AS text
       FROM search f CROSS JOIN search_rows l ON l.n = f.rowid CROSS JOIN threads t ON t.n = l.thread
       CROSS JOIN messages m ON m.thread = l.thread AND m.seq = l.seq LEFT JOIN edited e ON e.message = m.id
       WHERE f.search MATCH ? AND ${right.sql} ORDER BY f.rowid DESC LIMIT ?`,
      scopes === undefined ? words : `${words} AND scope : (${scopes.join(" OR ")})`,
      ...right.values,
      which.limit,
    )
    .map(({ text, ...found }) => ({ ...found, snippet: snippetOf(text, phrases) }));
}

const mostScopes = 500;

/**
 * What the index itself narrows the hits to: undefined for no narrowing, empty when there is nothing to see. The right to
 * read is checked on every row all the same; this spares walking past rows that the reader may not see.
 */
function scopesOf(look: Look, reader: Reader, thread: ThreadId | undefined): readonly string[] | undefined {
  if (thread !== undefined) return oneThread(look, reader, thread);
  switch (reader.sees) {
    case "all":
      return undefined;
    case "one":
      return oneThread(look, reader, reader.thread);
    case "some": {
      const closed = takesPartIn(look.db, reader.who, "closed");
      const open = reader.open ? ["open"] : takesPartIn(look.db, reader.who, "open");
      return closed.length > mostScopes || open.length > mostScopes ? undefined : [...open, ...closed];
    }
  }
}

function oneThread(look: Look, reader: Reader, thread: ThreadId): readonly string[] {
  const n = threadNumber(look, reader, thread);
  return n === undefined ? [] : [scopeOf(n)];
}

function takesPartIn(db: Db, who: string, access: ThreadAccess): readonly string[] {
  return db
    .all<{ thread: number }>("SELECT thread FROM participants WHERE who = ? AND access = ? LIMIT ?", who, access, mostScopes + 1)
    .map(({ thread }) => scopeOf(thread));
}
