import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import { connect } from "./db.ts";
import type { Connection } from "./db.ts";
import { migrate } from "./migrate.ts";
import { storeError } from "./sql-errors.ts";

/** Opens the file, or makes it, readable by its owner alone, and brings its schema up to date. */
export function openDatabase(path: string): Connection {
  try {
    if (path !== ":memory:") keepPrivate(path);
    return prepare(connect(path));
  } catch (error) {
    throw storeError(error, path);
  }
}

function prepare(connection: Connection): Connection {
  try {
    connection.script(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 2000;",
    );
    migrate(connection);
    return connection;
  } catch (error) {
    connection[Symbol.dispose]();
    throw error;
  }
}

/** SQLite gives -wal and -shm the mode of the file itself, whatever the umask; those left by a kill are mended here. */
function keepPrivate(path: string): void {
  closeSync(openSync(path, "a", 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
}
