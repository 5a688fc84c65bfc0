import { addressKey, type Address, type Part, type Piece, type Receipt, type SendKey } from "./channel.ts";
import type { DeliveryId, MessageId, QuestionId, ThreadId, TurnId } from "./ids.ts";

/** What is to be shown. Rendered when it is first tried, so that a question that was resolved meanwhile is shown as resolved. */
export type DeliveryBody =
  /**
   * `ends`: the message is the end of that turn and takes the place of its draft. `isFile`: it is about its file, so that words in
   * place of the file are not enough: where the platform does not take it, the delivery fails.
   */
  | { readonly kind: "message"; readonly message: MessageId; readonly ends?: TurnId; readonly isFile?: boolean }
  | { readonly kind: "question"; readonly question: QuestionId }
  /** Brings an earlier copy of a question up to date. */
  | { readonly kind: "update"; readonly question: QuestionId; readonly receipt: Receipt }
  | { readonly kind: "note"; readonly parts: readonly Part[] }
  /** Takes a draft out of the chat. `key` finds one whose receipt is not known. */
  | {
      readonly kind: "retract";
      readonly receipt: Receipt;
      readonly key: SendKey;
      /** The draft is still stored under this turn, perhaps with a newer receipt. */
      readonly turn?: TurnId;
      /** The answer was empty, or the chat shows another thread by now. Otherwise the answer is a new message below. */
      readonly why?: "empty" | "left";
    };

/** The key that a turn's draft is posted with. */
export function draftKey(turn: TurnId, to: Address): SendKey {
  return `draft.${turn}.${addressKey(to)}`;
}

export interface NewDelivery {
  /** For a caller that looks what became of it. */
  readonly id?: DeliveryId;
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
export interface DeliveryClaim {
  readonly delivery: Delivery;
  readonly fence: number;
}

export type Settlement =
  /** One more piece is out; the row is sent when it was the last. The draft that it replaces is forgotten in the same step. */
  | { readonly how: "sent"; readonly receipt: Receipt; readonly replaces?: ReplacedDraft }
  /** There is nothing to show: the row is done. */
  | { readonly how: "empty"; readonly replaces?: ReplacedDraft }
  | { readonly how: "later"; readonly dueAt: number; readonly reason: string }
  | { readonly how: "refused" | "unknown"; readonly reason: string };

/** The draft of this turn at the delivery's address. With `retract` it still stands in the chat and has to go. */
export interface ReplacedDraft {
  readonly turn: TurnId;
  readonly retract?: Omit<Extract<DeliveryBody, { kind: "retract" }>, "kind">;
}
