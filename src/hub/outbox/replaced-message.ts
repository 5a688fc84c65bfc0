import type { Channel, Receipt, SendKey } from "#domain/channel";
import { draftKey, type Delivery, type ReplacedDraft } from "#domain/delivery";
import type { TurnId } from "#domain/ids";
import type { HubDeps } from "#hub/deps";
import type { ChatDrafts } from "./chat-drafts.ts";
import { maybePosted } from "./draft-messages.ts";

/** A message in the chat that a delivery takes the place of: an older copy of a question, or the draft of an answer. */
export interface ReplacedMessage {
  /** `maybePosted` where the call that made it was not answered. */
  readonly receipt: Receipt;
  readonly key: SendKey;
  /** Whose draft it is. */
  readonly turn?: TurnId;
}

export async function replacedBy(
  { store, drafts }: Pick<HubDeps, "store"> & { readonly drafts: Pick<ChatDrafts, "settled"> },
  { body, to }: Delivery,
): Promise<ReplacedMessage | undefined> {
  if (body.kind === "update") return { receipt: body.receipt, key: "" };
  // Only the end of a turn: other messages that belong to it are sent while its draft still grows.
  if (body.kind !== "message" || body.ends === undefined) return undefined;
  const turn = body.ends;
  await drafts.settled(turn, to);
  const receipt = await store.draftReceipt(turn, to);
  return receipt === undefined ? undefined : { receipt, key: draftKey(turn, to), turn };
}

/** What is stored about the draft once the answer is out: it became the answer, or it has to leave the chat. */
export function replacedDraft(channel: Channel, { receipt, key, turn }: ReplacedMessage, by: "edit" | "post" | "nothing"): ReplacedDraft | undefined {
  if (turn === undefined) return undefined;
  const canBeFound = receipt !== maybePosted || channel.can.dedupes;
  if (by === "edit" || !canBeFound) return { turn };
  return { turn, retract: by === "nothing" ? { receipt, key, why: "empty" } : { receipt, key } };
}
