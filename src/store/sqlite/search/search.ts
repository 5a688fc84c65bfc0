import type { MessageId, ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { ThreadAccess } from "#domain/thread";
import type { FoundMessage, SearchFilter } from "#domain/thread-details";
import { phrasesOf } from "#store/search-words";
import { snippetOf } from "#store/snippet";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import { defined } from "#lib/defined";
import { fileNames } from "./file-names.ts";
import { scopeOf } from "./search-index.ts";
import { threadNumber } from "#store/sqlite/verbs/threads";
import type { ReadTx } from "#store/sqlite/engine/tx";
import { readable } from "#store/sqlite/verbs/visible";

interface FoundRow {
  message: MessageId;
  thread: ThreadId;
  topic: string;
  author: string;
  authorId: string;
  seq: number;
  at: number;
  text: string;
  more: string | null;
}

/** Hits are marked in the beginning of a long message only, and the later hits of a search that found much are shown without marks. */
const snippetChars = 64 * 1024;
const allSnippetChars = 1024 * 1024;

/** Hits that a search with a filter compares: a rare filter and a common word would otherwise read every message. */
const mostCompared = 10_000;

/** Newest first, so that the scan stops at the limit however many hits there are. */
export function searchMessages(look: ReadTx, reader: Reader, query: string, which: SearchFilter & { readonly limit: number }): readonly FoundMessage[] {
  const phrases = phrasesOf(query);
  const scopes = scopesOf(look, reader, which.thread);
  if (phrases.length === 0 || scopes?.length === 0) return [];
  const words = `words : (${phrases.map((keys) => `"${keys.join(" ")}"`).join(" AND ")})`;
  const right = readable(reader);
  let left = allSnippetChars;
  const foundOf = ({ text, more, ...found }: FoundRow): FoundMessage => {
    const isLeft = left > 0;
    left -= text.length;
    const files = fileNames(look.db, more);
    return { ...found, ...audienceIn(more), ...(files.length > 0 && { files }), snippet: snippetOf(text, isLeft ? phrases : []) };
  };
  const filter = filterOf(which);
  const match = scopes === undefined ? words : `${words} AND scope : (${scopes.join(" OR ")})`;
  const hits = filter === undefined ? "search f" : `(SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT ${mostCompared}) f`;
  return look.db.map<FoundRow, FoundMessage>(
    foundOf,
    `SELECT m.id AS message, t.id AS thread, t.topic, m.author_name AS author, m.author_id AS authorId, m.seq, m.at,
       substr(coalesce(e.text, m.text), 1, ${snippetChars}) AS text, m.more
       FROM ${hits} CROSS JOIN search_rows l ON l.n = f.rowid CROSS JOIN threads t ON t.n = l.thread
       CROSS JOIN messages m ON m.thread = l.thread AND m.seq = l.seq LEFT JOIN edited e ON e.message = m.id
       WHERE ${filter?.sql ?? "f.search MATCH ?"} AND ${right.sql} ORDER BY f.rowid DESC LIMIT ?`,
    match,
    ...(filter?.values ?? []),
    ...right.values,
    which.limit,
  );
}

/** Undefined without any. Whose files a message brings, or that it announces one, is in what it has besides its words. */
function filterOf({ author, hasFile, since, until }: SearchFilter): { readonly sql: string; readonly values: readonly (string | number)[] } | undefined {
  const parts: readonly (readonly [sql: string, ...values: (string | number)[]])[] = [
    ...(author === undefined ? [] : ([["m.author_id = ?", author]] as const)),
    ...(hasFile === true ? ([['(m.more LIKE \'%"artifacts":["%\' OR m.more LIKE \'%"event":"uploaded"%\')']] as const) : []),
    ...(since === undefined ? [] : ([["m.at >= ?", since]] as const)),
    ...(until === undefined ? [] : ([["m.at < ?", until]] as const)),
  ];
  if (parts.length === 0) return undefined;
  return { sql: parts.map(([sql]) => sql).join(" AND "), values: parts.flatMap(([, ...values]) => values) };
}

/** Only what can say for whom the message is has to be read. */
function audienceIn(more: string | null): Pick<FoundMessage, "meta"> {
  if (more === null || !more.includes('"human')) return {};
  return defined({ meta: fromJson<Pick<FoundMessage, "meta">>(more).meta });
}

const mostScopes = 500;

/**
 * The threads to restrict the index query to: undefined for no restriction, empty if nothing is visible. Access is still checked
 * on every row; this avoids scanning rows that the reader may not see.
 */
function scopesOf(look: ReadTx, reader: Reader, thread: ThreadId | undefined): readonly string[] | undefined {
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

function oneThread(look: ReadTx, reader: Reader, thread: ThreadId): readonly string[] {
  const n = threadNumber(look, reader, thread);
  return n === undefined ? [] : [scopeOf(n)];
}

function takesPartIn(db: Db, who: string, access: ThreadAccess): readonly string[] {
  return db
    .all<{ thread: number }>("SELECT thread FROM participants WHERE who = ? AND access = ? LIMIT ?", who, access, mostScopes + 1)
    .map(({ thread }) => scopeOf(thread));
}
