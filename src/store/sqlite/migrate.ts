import { ParleyError } from "#domain/errors";
import type { Connection } from "./db.ts";
import { spine } from "./migrations/0001-spine.ts";
import { bus } from "./migrations/0002-bus.ts";
import { terminal } from "./migrations/0003-terminal.ts";
import { threadOrder } from "./migrations/0004-thread-order.ts";
import { tokensInLine } from "./migrations/0005-tokens-in-line.ts";
import { askingRuns } from "./migrations/0006-asking-runs.ts";
import { tokenMakers } from "./migrations/0007-token-makers.ts";

/** In order; a file's schema number is how many of them it has seen. Never change one that was released: add the next. */
const migrations: readonly string[] = [spine, bus, terminal, threadOrder, tokensInLine, askingRuns, tokenMakers];

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
      `${connection.path} was written by a newer Parley: its schema is number ${found}, this program knows up to ${schemaNumber}. Install the newer version again, or restore a backup made before the upgrade.`,
      { data: { found, known: schemaNumber } },
    );
  }
  return found;
}
