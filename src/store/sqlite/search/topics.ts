import type { Reader } from "#domain/people";
import type { FoundThread } from "#domain/thread-details";
import { indexText, phrasesOf } from "#store/search-words";
import type { ReadTx } from "#store/sqlite/engine/tx";
import { readable } from "#store/sqlite/verbs/visible";

/** Topics are not indexed: the newest threads are compared one by one, which takes some 50 ms for as many as these. */
const threadsCompared = 20_000;

/** Newest first. Unlike in messages, the beginning of a word is enough. */
export function searchTopics({ db, heads }: ReadTx, reader: Reader, query: string, limit: number): readonly FoundThread[] {
  const phrases = phrasesOf(query).map((keys) => keys.join(" "));
  if (phrases.length === 0) return [];
  const right = readable(reader);
  const rows = db.all<FoundThread>(
    `SELECT t.id AS thread, t.topic, t.status, t.last_at AS at FROM threads t WHERE ${right.sql} ORDER BY t.last_at DESC, t.id DESC LIMIT ?`,
    ...right.values,
    threadsCompared,
  );
  const late = new Map(heads.late.threads().map(({ id, lastAt }) => [id, lastAt]));
  const threads = late.size === 0 ? rows : rows.map((row) => ({ ...row, at: late.get(row.thread) ?? row.at })).toSorted(newestFirst);
  const found: FoundThread[] = [];
  for (const thread of threads) {
    const words = ` ${indexText(thread.topic)}`;
    if (phrases.every((phrase) => words.includes(` ${phrase}`))) found.push(thread);
    if (found.length === limit) break;
  }
  return found;
}

function newestFirst(a: FoundThread, b: FoundThread): number {
  return b.at - a.at || (a.thread < b.thread ? 1 : -1);
}
