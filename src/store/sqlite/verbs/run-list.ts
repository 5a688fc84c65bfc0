import type { Holder, Run } from "#domain/command";
import type { RunId, ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { ThreadAccess } from "#domain/thread";
import type { Db, Value } from "#store/sqlite/engine/db";
import { runsOf } from "./runs.ts";
import { mayRead, readable } from "./visible.ts";
import type { ReadableThread } from "./visible.ts";

interface Which {
  readonly thread?: ThreadId;
  readonly session?: Holder;
  readonly before?: RunId;
  readonly limit: number;
}

/** The newest ids of something, before an id and up to a limit, which are the last two values. */
interface Source {
  readonly sql: string;
  readonly values: readonly Value[];
}

const newest = "r.id < ? ORDER BY r.id DESC LIMIT ?";
// Sorts after every id.
const end = "~";
// A chat command has no session: it belongs to its caller, wherever it was typed.
const shown = "(r.session IS NOT NULL OR r.who = ?)";

/** Newest first. Each source is a short index scan that touches only visible rows; the results are merged here. */
export function listRuns(db: Db, reader: Reader, which: Which): readonly Run[] {
  const page = [which.before ?? end, which.limit] as const;
  const ids = sources(db, reader, which).flatMap(({ sql, values }) => db.all<{ id: RunId }>(sql, ...values, ...page).map(({ id }) => id));
  return runsOf(db, ids.toSorted().toReversed().slice(0, which.limit));
}

function sources(db: Db, reader: Reader, which: Which): readonly Source[] {
  if (which.thread !== undefined) return ofThread(db, reader, which.thread, which.session);
  if (which.session !== undefined) return [ofSession(reader, which.session, which)];
  switch (reader.sees) {
    case "all":
      return [{ sql: `SELECT r.id FROM runs r WHERE ${newest}`, values: [] }];
    case "one":
      return [...ofThread(db, reader, reader.thread, undefined), alone(reader.who)];
    case "some":
      return [
        reader.open
          ? { sql: `SELECT r.id FROM runs r WHERE r.open = 1 AND ${shown} AND ${newest}`, values: [reader.who] }
          : ofParticipant(reader.who, "open", which),
        ofParticipant(reader.who, "closed", which),
        alone(reader.who),
      ];
  }
}

function ofThread(db: Db, reader: Reader, id: ThreadId, session: Holder | undefined): readonly Source[] {
  const thread = db.get<ReadableThread>("SELECT n, id, access FROM threads WHERE id = ?", id);
  if (thread === undefined || !mayRead(db, reader, thread)) return [];
  if (session === undefined && reader.sees !== "all")
    return [{ sql: `SELECT r.id FROM runs r WHERE r.thread = ? AND ${shown} AND ${newest}`, values: [thread.n, reader.who] }];
  return session === undefined
    ? [{ sql: `SELECT r.id FROM runs r WHERE r.thread = ? AND ${newest}`, values: [thread.n] }]
    : [{ sql: `SELECT r.id FROM runs r WHERE r.session = ? AND r.scope = ? AND ${newest}`, values: [session, thread.n] }];
}

function alone(who: string): Source {
  return { sql: `SELECT r.id FROM runs r WHERE r.thread IS NULL AND r.who = ? AND ${newest}`, values: [who] };
}

function ofParticipant(who: string, access: ThreadAccess, { before, limit }: Which): Source {
  return {
    sql: `SELECT r.id FROM participants p CROSS JOIN runs r ON r.id IN (SELECT r.id FROM runs r WHERE r.thread = p.thread AND ${shown} AND ${newest})
      WHERE p.who = ? AND p.access = ? AND ${newest}`,
    values: [who, before ?? end, limit, who, access],
  };
}

/** Skips from scope to scope, so that each is checked once, however many runs it has. */
function ofSession(reader: Reader, session: Holder, { before, limit }: Which): Source {
  const right = readable(reader);
  return {
    sql: `WITH RECURSIVE scopes (scope) AS (
        SELECT min(scope) FROM runs WHERE session = ?
        UNION ALL SELECT (SELECT min(scope) FROM runs WHERE session = ? AND scope > s.scope) FROM scopes s WHERE s.scope IS NOT NULL
      )
      SELECT r.id FROM scopes s LEFT JOIN threads t ON t.n = s.scope
      CROSS JOIN runs r ON r.id IN (SELECT r.id FROM runs r WHERE r.session = ? AND r.scope = s.scope AND ${newest})
      WHERE CASE WHEN t.n IS NULL THEN ? OR s.scope = ? ELSE ${right.sql} END AND ${newest}`,
    values: [session, session, session, before ?? end, limit, reader.sees === "all" ? 1 : 0, reader.who ?? "", ...right.values],
  };
}
