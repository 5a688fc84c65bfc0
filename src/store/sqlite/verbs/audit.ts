import { setImmediate as nextTurn } from "node:timers/promises";
import type { AuditFilter, AuditHead, AuditRecord, AuditVerdict, NewRecord } from "#domain/audit";
import type { JsonObject } from "#domain/json";
import type { BoundedPage } from "#domain/page";
import { canonicalJson, chainHash, chainStart, formatHead, parseHead } from "#store/audit-chain";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";

interface AuditRow {
  n: number;
  at: number;
  kind: NewRecord["kind"];
  who: string;
  data: string;
  prev: string;
  hash: string;
}

/** Appends to the hash chain; its end is remembered until a rollback. */
export interface Chain {
  append(records: readonly NewRecord[]): void;
  /** Writes the head down in the commit that moved it. True when it had moved. */
  writeBack(): boolean;
  reset(): void;
}

/** `elsewhere`: the head that the second place had when the store was opened. */
export function auditChain(db: Db, elsewhere?: AuditHead): Chain {
  let end: AuditHead | undefined;
  let hasMoved = false;
  return {
    append: (records) => {
      for (const record of records) {
        const last: AuditHead = end ?? endOf(db, elsewhere);
        const n = last.n + 1;
        const data = canonicalJson(record.data);
        const hash = chainHash(n, record, data, last.hash);
        db.run(
          "INSERT INTO audit (n, at, kind, who, data, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
          n,
          record.at,
          record.kind,
          record.who,
          data,
          last.hash,
          hash,
        );
        end = { n, hash };
        hasMoved = true;
      }
    },
    writeBack: () => {
      if (!hasMoved || end === undefined) return false;
      db.run("INSERT OR REPLACE INTO kept (name, value) VALUES ('audit-head', ?)", formatHead(end));
      hasMoved = false;
      return true;
    },
    reset: () => {
      end = undefined;
      hasMoved = false;
    },
  };
}

export function lastRecord(db: Db): AuditHead | undefined {
  return db.get<AuditHead>("SELECT n, hash FROM audit ORDER BY n DESC LIMIT 1");
}

/**
 * Where the chain goes on. Numbers are never given out twice, and a head that the store no longer leads to stays the one before the
 * next record: what was cut off or rewritten shows in the chain for good.
 */
function endOf(db: Db, elsewhere: AuditHead | undefined): AuditHead {
  const last = lastRecord(db) ?? { n: 0, hash: chainStart };
  const lost = [keptHead(db), elsewhere].find((head) => head !== undefined && !leadsTo(db, head));
  return { n: Math.max(last.n, given(db), lost?.n ?? 0), hash: lost?.hash ?? last.hash };
}

/** As of the last commit. Older stores have it since their first record under this version. */
export function keptHead(db: Db): AuditHead | undefined {
  const value = db.get<{ value: string }>("SELECT value FROM kept WHERE name = 'audit-head'")?.value;
  return value === undefined ? undefined : parseHead(value);
}

function leadsTo(db: Db, { n, hash }: AuditHead): boolean {
  return n === 0 || db.get<{ hash: string }>("SELECT hash FROM audit WHERE n = ?", n)?.hash === hash;
}

/** The highest number that was ever given out: SQLite remembers it when rows are deleted. */
function given(db: Db): number {
  return db.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'audit'")?.seq ?? 0;
}

export function auditRecords(db: Db, page: BoundedPage & AuditFilter & { readonly before?: number }): readonly AuditRecord[] {
  const { before = Number.MAX_SAFE_INTEGER, mostBytes = Infinity, limit, kind, who, since, until } = page;
  const sizeOf = (row: AuditRow): number => Buffer.byteLength(row.who) + Buffer.byteLength(row.data);
  const filters: readonly (readonly [string, string | number | undefined])[] = [
    ["kind = ?", kind],
    ["who = ?", who],
    ["at >= ?", since],
    ["at < ?", until],
  ];
  const given = filters.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  const where = ["n < ?", ...given.map(({ sql }) => sql)].join(" AND ");
  const values = given.map(({ value }) => value);
  return db.within(mostBytes, sizeOf, `SELECT * FROM audit WHERE ${where} ORDER BY n DESC LIMIT ?`, before, ...values, limit).map(recordOf);
}

function recordOf({ n, at, kind, who, data, prev, hash }: AuditRow): AuditRecord {
  return { n, at, kind, who, data: fromJson<JsonObject>(data), prev, hash };
}

const stride = 500;

/** All records from the first, in chunks. */
export async function walkChain(db: Db, see: (record: AuditRecord) => void): Promise<void> {
  for (let last = 0, more = true; more;) {
    const rows = db.all<AuditRow>("SELECT * FROM audit WHERE n > ? ORDER BY n LIMIT ?", last, stride);
    for (const row of rows) see(recordOf(row));
    last = rows.at(-1)?.n ?? last;
    more = rows.length === stride;
    if (more) await nextTurn();
  }
}

/** A head from elsewhere, and what to call the place. */
export interface OtherHead {
  readonly where: string;
  readonly head: AuditHead | "missing" | "unreadable";
}

type Broken = Omit<Extract<AuditVerdict, { ok: false }>, "ok" | "records">;

/** Verifies the chain in chunks, yielding in between. Records appended meanwhile are verified too. */
export async function verifyChain(db: Db, others: readonly OtherHead[] = []): Promise<AuditVerdict> {
  let records = 0;
  let last = { n: 0, hash: chainStart };
  while (true) {
    const rows = db.all<AuditRow>("SELECT * FROM audit WHERE n > ? ORDER BY n LIMIT ?", last.n, stride);
    for (const row of rows) {
      const found = broken(row, last);
      if (found !== undefined) return { ok: false, records, brokenAt: row.n, ...found };
      last = row;
      records += 1;
    }
    if (rows.length < stride) break;
    await nextTurn();
  }
  const wrong = cutOff(last.n, given(db)) ?? wrongHead(db, last.n, others);
  return wrong === undefined ? { ok: true, records } : { ok: false, records, ...wrong };
}

function cutOff(last: number, upTo: number, knownFrom = ""): Broken | undefined {
  if (upTo <= last) return undefined;
  const reason = `Records ${last + 1} to ${upTo} are missing at the end: they were removed.${knownFrom}`;
  return { problem: "truncated", brokenAt: last + 1, reason };
}

/** The first of the places that knows of something that is not there. */
export function wrongHead(db: Db, last: number, others: readonly OtherHead[]): Broken | undefined {
  const inStore = keptHead(db);
  for (const { where, head } of [...(inStore === undefined ? [] : [{ where: "the store", head: inStore }]), ...others]) {
    if (head === "missing" || head === "unreadable") {
      const what = head === "missing" ? "is missing" : "cannot be read";
      // A store of an earlier version has never written one.
      if (inStore === undefined) continue;
      return {
        problem: "no-second-place",
        brokenAt: last + 1,
        reason: `${where} ${what}: whether records at the end were removed can no longer be told from it.`,
      };
    }
    const cut = cutOff(last, head.n, ` The last one is known from ${where}.`);
    if (cut !== undefined) return cut;
    if (!leadsTo(db, head))
      return { problem: "replaced", brokenAt: head.n, reason: `Record ${head.n} is not the one that ${where} knows: the records up to it were replaced.` };
  }
  return undefined;
}

function broken(row: AuditRow, last: AuditHead): Pick<Broken, "problem" | "reason"> | undefined {
  if (row.n !== last.n + 1) return { problem: "removed", reason: `Record ${last.n + 1} is missing: it was removed.` };
  if (row.prev !== last.hash)
    return { problem: "reordered", reason: `Record ${row.n} does not follow record ${last.n}: one of the two was changed, or their order was.` };
  if (row.hash !== chainHash(row.n, row, row.data, row.prev)) return { problem: "changed", reason: `Record ${row.n} was changed after it was written.` };
  return undefined;
}
