import type { ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { Author, ThreadAccess, ThreadOrder, ThreadPlace, ThreadSummary } from "#domain/thread";
import type { Db } from "#store/sqlite/engine/db";
import type { ThreadNumbers } from "#store/sqlite/engine/late-rows";
import { mayRead } from "./visible.ts";
import { threadNumber, threadOf } from "./threads.ts";
import type { ThreadRow } from "./threads.ts";
import type { ReadTx } from "#store/sqlite/engine/tx";

interface SummaryRow extends ThreadRow {
  read_seq: number | null;
  author_kind: Author["kind"] | null;
  author_id: string | null;
  author_name: string | null;
  last_text: string | null;
}

const summaryWith = (seq: string): string =>
  `SELECT t.*, c.seq AS read_seq, m.author_kind, m.author_id, m.author_name, substr(coalesce(e.text, m.text), 1, 200) AS last_text
  FROM threads t
  LEFT JOIN cursors c ON c.thread = t.n AND c.who = ?
  LEFT JOIN messages m ON m.thread = t.n AND m.seq = ${seq}
  LEFT JOIN edited e ON e.message = m.id`;
const summary = summaryWith("t.seq");
const summaryAt = `${summaryWith("?")} WHERE t.n = ?`;
const sql = { last: pagesBy("last_at"), created: pagesBy("created_at") } as const;

function pagesBy(column: "last_at" | "created_at") {
  const behind = `AND (t.status = 'archived') = ? AND t.${column} <= ? AND (t.${column} < ? OR t.id < ?) ORDER BY t.${column} DESC, t.id DESC LIMIT ?`;
  return {
    byId: `${summary} WHERE t.id = ? ${behind}`,
    byAccess: `${summary} WHERE t.access = ? ${behind}`,
    byParticipant: `${summary} WHERE t.n IN (SELECT thread FROM participants WHERE who = ? AND access = ?) ${behind}`,
  } as const;
}

/** Newest first. Each source is a short index scan; the results are merged here, with the threads whose rows lag behind. */
export function listThreads(
  { db, heads }: ReadTx,
  reader: Reader,
  page: { readonly limit: number; readonly before?: ThreadPlace; readonly archived?: boolean; readonly order?: ThreadOrder },
): readonly ThreadSummary[] {
  const { at, id = "" } = page.before ?? { at: Number.MAX_SAFE_INTEGER };
  const order = page.order ?? "last";
  const { byId, byAccess, byParticipant } = sql[order];
  const momentOf = (row: SummaryRow): number => (order === "last" ? row.last_at : row.created_at);
  const who = reader.who ?? "";
  const late = heads.late.threads();
  const rowsOf = (source: Source, archived: 0 | 1): readonly SummaryRow[] => {
    // The rows of the others take up places in the list that are not theirs any more.
    const rest = [archived, at, at, id, page.limit + late.length] as const;
    switch (source.by) {
      case "id":
        return db.all<SummaryRow>(byId, who, source.id, ...rest);
      case "access":
        return db.all<SummaryRow>(byAccess, who, source.access, ...rest);
      case "participant":
        return db.all<SummaryRow>(byParticipant, who, who, source.access, ...rest);
    }
  };
  const rows = sources(reader).flatMap((source) => [...rowsOf(source, 0), ...(page.archived === true ? rowsOf(source, 1) : [])]);
  const isBelow = (row: SummaryRow): boolean => momentOf(row) < at || (momentOf(row) === at && row.id < id);
  const lateRows = late
    .flatMap((head) => (mayRead(db, reader, heads.of(head.id)) ? (lateRow({ db, heads }, who, head) ?? []) : []))
    .filter((row) => (row.status !== "archived" || page.archived === true) && isBelow(row));
  return [...rows.filter((row) => !heads.late.has(row.n)), ...lateRows]
    .toSorted((a, b) => momentOf(b) - momentOf(a) || (a.id < b.id ? 1 : -1))
    .slice(0, page.limit)
    .map(summaryOf);
}

export function readSummary(look: ReadTx, reader: Reader, id: ThreadId): ThreadSummary | undefined {
  if (threadNumber(look, reader, id) === undefined) return undefined;
  const row = lateRow(look, reader.who ?? "", look.heads.of(id));
  return row && summaryOf(row);
}

/** Of a thread whose row may lag behind its messages. */
function lateRow({ db, heads }: ReadTx, who: string, { n, seq, rev, lastAt }: ThreadNumbers): SummaryRow | undefined {
  const row = db.get<SummaryRow>(summaryAt, who, seq, n);
  return row && { ...row, seq, rev, last_at: lastAt, read_seq: Math.max(row.read_seq ?? 0, heads.late.cursorOf(n, who)) };
}

type Source = { readonly by: "id"; readonly id: ThreadId } | { readonly by: "access" | "participant"; readonly access: ThreadAccess };

function sources(reader: Reader): readonly Source[] {
  switch (reader.sees) {
    case "one":
      return [{ by: "id", id: reader.thread }];
    case "all":
      return [
        { by: "access", access: "open" },
        { by: "access", access: "closed" },
      ];
    case "some":
      return [
        { by: reader.open ? "access" : "participant", access: "open" },
        { by: "participant", access: "closed" },
      ];
  }
}

/** Without archived threads. */
export function countThreads(db: Db, reader: Reader): number {
  return sources(reader).reduce((sum, source) => sum + countOf(db, reader.who ?? "", source), 0);
}

function countOf(db: Db, who: string, source: Source): number {
  const row =
    source.by === "id"
      ? db.get<{ count: number }>("SELECT count(*) AS count FROM threads WHERE id = ? AND (status = 'archived') = 0", source.id)
      : source.by === "access"
        ? db.get<{ count: number }>("SELECT count(*) AS count FROM threads WHERE access = ? AND (status = 'archived') = 0", source.access)
        : db.get<{ count: number }>(
            "SELECT count(*) AS count FROM participants p JOIN threads t ON t.n = p.thread WHERE p.who = ? AND p.access = ? AND t.status <> 'archived'",
            who,
            source.access,
          );
  return row?.count ?? 0;
}

function summaryOf(row: SummaryRow): ThreadSummary {
  return {
    ...threadOf(row),
    unread: Math.max(0, row.seq - (row.read_seq ?? 0)),
    // Third-party text is not shown in lists: people have to open the thread.
    ...(row.author_kind !== null &&
      row.author_kind !== "outside" && {
        last: { author: { kind: row.author_kind, id: row.author_id ?? "", name: row.author_name ?? "" }, text: row.last_text ?? "" },
      }),
  };
}
