import type { Address, Part, Piece, Receipt } from "./channel.ts";
import type { DeliveryId, MessageId, QuestionId, ThreadId } from "./ids.ts";

/** What is to be shown. Rendered when it is first tried, so that a question that was resolved meanwhile is shown as resolved. */
export type DeliveryBody =
  | { readonly kind: "message"; readonly message: MessageId }
  | { readonly kind: "question"; readonly question: QuestionId }
  /** Brings an earlier copy of a question up to date. */
  | { readonly kind: "update"; readonly question: QuestionId; readonly receipt: Receipt }
  | { readonly kind: "note"; readonly parts: readonly Part[] };

export interface NewDelivery {
  readonly to: Address;
  readonly body: DeliveryBody;
}

/**
 * `due` waits its turn. `posting` is written before a call to a channel that cannot dedupe: found at start it means unknown.
 * `unknown` is shown, and sent again only when a person says so.
 */
export type DeliveryState = "due" | "posting" | "sent" | "unknown" | "failed";

export interface Delivery extends NewDelivery {
  readonly id: DeliveryId;
  readonly thread?: ThreadId;
  readonly state: DeliveryState;
  readonly at: number;
  readonly dueAt: number;
  readonly attempts: number;
  readonly pieces?: readonly Piece[];
  /** One per piece that is out, in order. */
  readonly receipts: readonly Receipt[];
  readonly reason: string;
}

/** Handed out by claimDue, taken by settle; a stale one settles nothing. */
export interface Claim {
  readonly delivery: Delivery;
  readonly fence: number;
}

export type Settlement =
  /** One more piece is out; the row is sent when it was the last. */
  | { readonly how: "sent"; readonly receipt: Receipt }
  | { readonly how: "later"; readonly dueAt: number; readonly reason: string }
  | { readonly how: "refused" | "unknown"; readonly reason: string };
