import type { Piece } from "./channel.ts";
import type { Delivery, DeliveryClaim, Settlement } from "./delivery.ts";
import type { DeliveryId } from "./ids.ts";
import type { Reader } from "./people.ts";

/** The store's verbs about deliveries to chats. */
export interface OutboxVerbs {
  /** At most one row per address, its oldest open one, and none that is claimed. */
  claimDue(now: number, limit: number): Promise<readonly DeliveryClaim[]>;
  /** Keeps what was rendered, once; returns the pieces in force. */
  keepPieces(claim: DeliveryClaim, pieces: readonly Piece[]): Promise<readonly Piece[]>;
  /** Written before a call that cannot be repeated. */
  markPosting(claim: DeliveryClaim): Promise<void>;
  /** Frees the claim unless pieces remain. An outcome that is unknown or failed becomes a change of the thread. */
  settle(claim: DeliveryClaim, outcome: Settlement): Promise<Delivery | undefined>;
  /** By a person's word: an unknown or failed one becomes due again. */
  sendAgain(reader: Reader, id: DeliveryId, at: number): Promise<boolean>;
  delivery(id: DeliveryId): Promise<Delivery | undefined>;
  /** Rows left in `posting` by a kill become unknown. Returns how many. */
  recoverOutbox(at: number): Promise<number>;
  countDue(): Promise<number>;
  /** When the next row that nobody has claimed is due; undefined when there is none. */
  nextDue(): Promise<number | undefined>;
}
