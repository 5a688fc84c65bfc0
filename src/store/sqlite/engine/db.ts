import { DatabaseSync } from "node:sqlite";
import type { SQLInputValue, StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

import { DamagedRow } from "./sql-errors.ts";

export type Value = SQLInputValue;

/** What the verbs use: statements are prepared once, keyed by their SQL, and reused. */
export interface Db {
  all<Row>(sql: string, ...values: readonly Value[]): readonly Row[];
  /** The rows up to the one with which they would be larger than `mostBytes` together; the first one always comes. */
  within<Row>(mostBytes: number, sizeOf: (row: Row) => number, sql: string, ...values: readonly Value[]): readonly Row[];
  /** What is made of each row, while only one of them is in memory. */
  map<Row, Made>(make: (row: Row) => Made, sql: string, ...values: readonly Value[]): readonly Made[];
  get<Row>(sql: string, ...values: readonly Value[]): Row | undefined;
  /** The number of rows changed. */
  run(sql: string, ...values: readonly Value[]): number;
}

/** The file itself; `db` is its handle for the tables. */
export interface Connection extends Disposable {
  readonly db: Db;
  readonly path: string;
  /** False after SQLite rolled back on its own, as it may on a full disk. */
  inTransaction(): boolean;
  script(sql: string): void;
  /** How long a statement may wait for another program's lock, holding up everything else in this process. */
  waitForLocks(ms: number): void;
}

export interface DbOptions {
  readonly readOnly?: boolean;
  /** Opened immutable: SQLite does not even create its lock and index files. */
  readonly isStill?: boolean;
  readonly timeoutMs?: number;
}

export function connect(path: string, { readOnly = false, isStill = false, timeoutMs = 5_000 }: DbOptions = {}): Connection {
  const database = new DatabaseSync(isStill ? new URL("?immutable=1", pathToFileURL(path)) : path, { readOnly, timeout: timeoutMs });
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const made = database.prepare(sql);
    statements.set(sql, made);
    return made;
  };
  /** A statement that failed between two rows reports that failure once more when it is used again: it is prepared anew. */
  const eachRow = <Row>(sql: string, values: readonly Value[], take: (row: Row) => boolean): void => {
    try {
      for (const found of prepared(sql).iterate(...values)) if (!take(found as unknown as Row)) break;
    } catch (cause) {
      statements.delete(sql);
      throw cause;
    }
  };
  return {
    path,
    // Row types match the tables: each query names its columns, and STRICT tables enforce their types.
    db: {
      all: <Row>(sql: string, ...values: readonly Value[]) => {
        const rows: unknown = prepared(sql).all(...values);
        return rows as readonly Row[];
      },
      within: <Row>(mostBytes: number, sizeOf: (row: Row) => number, sql: string, ...values: readonly Value[]) => {
        if (mostBytes === Infinity) {
          const all: unknown = prepared(sql).all(...values);
          return all as readonly Row[];
        }
        const rows: Row[] = [];
        let bytes = 0;
        eachRow<Row>(sql, values, (row) => {
          bytes += sizeOf(row);
          if (rows.length > 0 && bytes > mostBytes) return false;
          rows.push(row);
          return true;
        });
        return rows;
      },
      map: <Row, Made>(make: (row: Row) => Made, sql: string, ...values: readonly Value[]) => {
        const all: Made[] = [];
        eachRow<Row>(sql, values, (row) => {
          all.push(make(row));
          return true;
        });
        return all;
      },
      get: <Row>(sql: string, ...values: readonly Value[]) => {
        const row: unknown = prepared(sql).get(...values);
        return row as Row | undefined;
      },
      run: (sql, ...values) => Number(prepared(sql).run(...values).changes),
    },
    inTransaction: () => database.isTransaction,
    script: (sql) => database.exec(sql),
    waitForLocks: (ms) => database.exec(`PRAGMA busy_timeout = ${ms}`),
    [Symbol.dispose]: () => {
      statements.clear();
      if (database.isOpen) database.close();
    },
  };
}

export function fromJson<T>(text: string): T {
  try {
    const value: unknown = JSON.parse(text);
    return value as T;
  } catch (cause) {
    throw new DamagedRow("a column does not hold the JSON that was written to it", { cause });
  }
}

/** Null for undefined, so that an absent value stays absent when read back. */
export function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
