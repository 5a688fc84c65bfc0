import { ParleyError } from "#domain/errors";
import type { Connection } from "./db.ts";
import { spine } from "#store/sqlite/migrations/0001-spine";
import { bus } from "#store/sqlite/migrations/0002-bus";
import { terminal } from "#store/sqlite/migrations/0003-terminal";
import { threadOrder } from "#store/sqlite/migrations/0004-thread-order";
import { tokensInLine } from "#store/sqlite/migrations/0005-tokens-in-line";
import { askingRuns } from "#store/sqlite/migrations/0006-asking-runs";
import { tokenMakers } from "#store/sqlite/migrations/0007-token-makers";
import { chats } from "#store/sqlite/migrations/0008-chats";
import { seats } from "#store/sqlite/migrations/0009-seats";
import { askers } from "#store/sqlite/migrations/0010-askers";
import { provenance } from "#store/sqlite/migrations/0011-provenance";
import { pairings } from "#store/sqlite/migrations/0012-pairings";
import { page } from "#store/sqlite/migrations/0013-window";
import { linkMakers } from "#store/sqlite/migrations/0014-link-makers";
import { lateRowTables } from "#store/sqlite/migrations/0015-late-rows";

/** In order; a file's schema number is how many of them were applied. Never change a released migration: add a new one. */
const migrations: readonly string[] = [
  spine,
  bus,
  terminal,
  threadOrder,
  tokensInLine,
  askingRuns,
  tokenMakers,
  chats,
  seats,
  askers,
  provenance,
  pairings,
  page,
  linkMakers,
  lateRowTables,
];

export const schemaNumber = migrations.length;

export function migrate(connection: Connection): void {
  const found = knownSchema(connection);
  migrations.slice(found).forEach((sql, i) => {
    connection.script(`BEGIN IMMEDIATE; ${sql} PRAGMA user_version = ${found + i + 1}; COMMIT;`);
  });
}

/** The file's schema number; throws StoreNewer when this program does not know it. */
export function knownSchema(connection: Connection): number {
  const found = connection.db.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
  if (found > schemaNumber) {
    throw new ParleyError(
      "StoreNewer",
      `${connection.path} was written by a newer version of Parley: its schema version is ${found}, and this version supports up to ${schemaNumber}. Install the newer version again, or restore a backup made before the upgrade.`,
      { data: { found, known: schemaNumber } },
    );
  }
  return found;
}
