import { DatabaseSync } from "node:sqlite";
import type { SQLInputValue, StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

export type Value = SQLInputValue;

/** What the table files get: statements are prepared once, by their text, and used again. */
export interface Db {
  all<Row>(sql: string, ...values: readonly Value[]): readonly Row[];
  get<Row>(sql: string, ...values: readonly Value[]): Row | undefined;
  /** How many rows it changed. */
  run(sql: string, ...values: readonly Value[]): number;
}

/** The file itself; `db` is its handle for the tables. */
export interface Connection extends Disposable {
  readonly db: Db;
  readonly path: string;
  /** False after SQLite rolled back on its own, as it may on a full disk. */
  inTransaction(): boolean;
  script(sql: string): void;
}

export interface ConnectOptions {
  readonly readOnly?: boolean;
  /** Nobody writes it meanwhile: not even the lock and index files that SQLite puts beside a file are made. */
  readonly isStill?: boolean;
  readonly timeoutMs?: number;
}

export function connect(path: string, { readOnly = false, isStill = false, timeoutMs = 5_000 }: ConnectOptions = {}): Connection {
  const database = new DatabaseSync(isStill ? new URL("?immutable=1", pathToFileURL(path)) : path, { readOnly, timeout: timeoutMs });
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const made = database.prepare(sql);
    statements.set(sql, made);
    return made;
  };
  return {
    path,
    // The row types are the tables' own: each query names its columns and STRICT tables keep their types.
    db: {
      all: <Row>(sql: string, ...values: readonly Value[]) => {
        const rows: unknown = prepared(sql).all(...values);
        return rows as readonly Row[];
      },
      get: <Row>(sql: string, ...values: readonly Value[]) => {
        const row: unknown = prepared(sql).get(...values);
        return row as Row | undefined;
      },
      run: (sql, ...values) => Number(prepared(sql).run(...values).changes),
    },
    inTransaction: () => database.isTransaction,
    script: (sql) => database.exec(sql),
    [Symbol.dispose]: () => {
      statements.clear();
      if (database.isOpen) database.close();
    },
  };
}

export function fromJson<T>(text: string): T {
  const value: unknown = JSON.parse(text);
  return value as T;
}

/** Null for what is left out, so that absent stays absent on the way back. */
export function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
