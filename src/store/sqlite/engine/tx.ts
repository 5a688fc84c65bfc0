import type { NewId } from "#domain/ids";
import type { Wake } from "#domain/store";
import type { Chain } from "#store/sqlite/verbs/audit";
import type { DeliveryClaims } from "#store/sqlite/verbs/delivery-claims";
import type { Db } from "./db.ts";
import type { Heads } from "./heads.ts";
import type { Tally } from "./tally.ts";
import type { Unindexed } from "#store/sqlite/search/unindexed";

/** What a read verb gets to look up threads. */
export type ReadTx = Pick<Tx, "db" | "heads">;

/**
 * What a write verb gets. It may run twice: if another verb of its batch fails, all are rolled back and run again one by one. So
 * it must change only the file, the heads, the chain, the set of threads to index, the tally, and things it registers an undo for.
 */
export interface Tx {
  readonly db: Db;
  readonly heads: Heads;
  readonly chain: Chain;
  readonly claims: DeliveryClaims;
  readonly unindexed: Unindexed;
  readonly tally: Tally;
  readonly newId: NewId;
  readonly now: () => number;
  readonly wake: (wake: Wake) => void;
  /** Called when this verb is rolled back. */
  readonly undo: (call: () => void) => void;
}
