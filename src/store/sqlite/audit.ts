import { setImmediate as nextTurn } from "node:timers/promises";
import type { AuditRecord, AuditVerdict, NewRecord } from "#domain/audit";
import type { JsonObject } from "#domain/json";
import { canonicalJson, chainHash, chainStart } from "#store/audit-chain";
import { fromJson } from "./db.ts";
import type { Db } from "./db.ts";

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
  reset(): void;
}

export function auditChain(db: Db): Chain {
  let end: { readonly n: number; readonly hash: string } | undefined;
  return {
    append: (records) => {
      for (const record of records) {
        const last = end ?? db.get<{ n: number; hash: string }>("SELECT n, hash FROM audit ORDER BY n DESC LIMIT 1") ?? { n: 0, hash: chainStart };
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
      }
    },
    reset: () => {
      end = undefined;
    },
  };
}

export function auditRecords(db: Db, page: { readonly before?: number; readonly limit: number; readonly kind?: NewRecord["kind"] }): readonly AuditRecord[] {
  const before = page.before ?? Number.MAX_SAFE_INTEGER;
  const rows =
    page.kind === undefined
      ? db.all<AuditRow>("SELECT * FROM audit WHERE n < ? ORDER BY n DESC LIMIT ?", before, page.limit)
      : db.all<AuditRow>("SELECT * FROM audit WHERE kind = ? AND n < ? ORDER BY n DESC LIMIT ?", page.kind, before, page.limit);
  return rows.map(recordOf);
}

function recordOf({ n, at, kind, who, data, prev, hash }: AuditRow): AuditRecord {
  return { n, at, kind, who, data: fromJson<JsonObject>(data), prev, hash };
}

const stride = 500;

/** Every record from the first, in strides. */
export async function walkChain(db: Db, see: (record: AuditRecord) => void): Promise<void> {
  for (let last = 0, more = true; more;) {
    const rows = db.all<AuditRow>("SELECT * FROM audit WHERE n > ? ORDER BY n LIMIT ?", last, stride);
    for (const row of rows) see(recordOf(row));
    last = rows.at(-1)?.n ?? last;
    more = rows.length === stride;
    if (more) await nextTurn();
  }
}

/** Walks the chain in strides, giving way to everything else between them. Records appended meanwhile are walked too. */
export async function verifyChain(db: Db): Promise<AuditVerdict> {
  let records = 0;
  let last = { n: 0, hash: chainStart };
  while (true) {
    const rows = db.all<AuditRow>("SELECT * FROM audit WHERE n > ? ORDER BY n LIMIT ?", last.n, stride);
    for (const row of rows) {
      const reason = broken(row, last);
      if (reason !== undefined) return { ok: false, records, brokenAt: row.n, reason };
      last = row;
      records += 1;
    }
    if (rows.length < stride) break;
    await nextTurn();
  }
  const given = db.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'audit'")?.seq ?? 0;
  if (given <= last.n) return { ok: true, records };
  return { ok: false, records, brokenAt: last.n + 1, reason: `Records ${last.n + 1} to ${given} are missing at the end: they were removed.` };
}

function broken(row: AuditRow, last: { readonly n: number; readonly hash: string }): string | undefined {
  if (row.n !== last.n + 1) return `Record ${last.n + 1} is missing: it was removed.`;
  if (row.prev !== last.hash) return `Record ${row.n} does not follow record ${last.n}: one of the two was changed, or their order was.`;
  if (row.hash !== chainHash(row.n, row, row.data, row.prev)) return `Record ${row.n} was changed after it was written.`;
  return undefined;
}
