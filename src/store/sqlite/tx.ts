import type { NewId } from "#domain/ids";
import type { Wake } from "#domain/store";
import type { Chain } from "./audit.ts";
import type { Claims } from "./claims.ts";
import type { Db } from "./db.ts";
import type { Heads } from "./heads.ts";
import type { Unindexed } from "./unindexed.ts";

/** What a reading verb works with, where a thread is asked for. */
export type Look = Pick<Tx, "db" | "heads">;

/**
 * What a writing verb works with. It may run twice: when another verb of its batch is refused, all are rolled back and run
 * again one by one. So it changes nothing but the file, the heads, the chain, the set of threads to index, and what it says how to undo.
 */
export interface Tx {
  readonly db: Db;
  readonly heads: Heads;
  readonly chain: Chain;
  readonly claims: Claims;
  readonly unindexed: Unindexed;
  readonly newId: NewId;
  readonly now: () => number;
  readonly wake: (wake: Wake) => void;
  /** Called when this verb is rolled back. */
  readonly undo: (call: () => void) => void;
}
