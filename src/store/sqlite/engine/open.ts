import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import { connect } from "./db.ts";
import type { Connection } from "./db.ts";
import { migrate } from "./migrate.ts";
import { storeError } from "./sql-errors.ts";

/** Opens or creates the file, readable by its owner only, and migrates its schema. */
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

/** SQLite gives -wal and -shm the mode of the file itself, whatever the umask; files left by a kill are corrected here. */
function keepPrivate(path: string): void {
  closeSync(openSync(path, "a", 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
}
