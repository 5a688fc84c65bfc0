import type { Address, Channel, Piece, Sent } from "#domain/channel";
import type { DeliveryClaim, Delivery, DeliveryBody, ReplacedDraft } from "#domain/delivery";
import type { HubDeps } from "#hub/deps";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import type { CallOptions, ChatCalls } from "./chat-calls.ts";
import type { ChatDrafts } from "./chat-drafts.ts";
import { maybePosted } from "./draft-messages.ts";
import { onlyWithFile } from "./file-pieces.ts";
import { partsOf, repliesTo } from "./delivery-parts.ts";
import { replacedBy, replacedDraft, type ReplacedMessage } from "./replaced-message.ts";
import { outboxTexts } from "./texts.ts";

/** What became of one call, and of the message that it was to replace. */
export interface PieceSent {
  readonly sent: Sent;
  readonly replaces?: ReplacedDraft | undefined;
}

type Retract = Extract<DeliveryBody, { kind: "retract" }>;

/** The pieces of a delivery. `keep` stores what was just rendered; it runs before the first call, in the same commit as the note that it is made. */
export interface Rendered {
  readonly pieces: readonly Piece[];
  readonly keep?: () => Promise<unknown>;
}

export interface SendDelivery {
  /** Rendered when it is first tried. Undefined: its file cannot be carried by any call of this channel. */
  render(channel: Channel, claim: DeliveryClaim): Promise<Rendered | undefined>;
  /** One piece of it. Undefined: called off before anything was sent. */
  piece(channel: Channel, claim: DeliveryClaim, rendered: Rendered, index: number): Promise<PieceSent | undefined>;
  /** The draft that has to leave the chat where a delivery has no piece at all. */
  nothing(channel: Channel, claim: DeliveryClaim): Promise<ReplacedDraft | undefined>;
}

export function createSendDelivery(
  deps: Pick<HubDeps, "store" | "clock" | "settings" | "channels">,
  { calls, drafts }: { readonly calls: ChatCalls; readonly drafts: Pick<ChatDrafts, "settled"> },
  signals: CallOptions,
): SendDelivery {
  const { store, settings } = deps;

  const post = async (channel: Channel, claim: DeliveryClaim, { pieces, keep }: Rendered, index: number): Promise<Sent | undefined> => {
    const { id, to } = claim.delivery;
    const piece = pieces[index];
    if (piece === undefined) return undefined;
    const replyTo = index === 0 ? await repliesTo(deps, claim.delivery) : undefined;
    // At once, so that both are one commit: each costs a sync of the disk.
    const before = async (): Promise<void> => void (await Promise.all([keep?.(), channel.can.dedupes ? undefined : store.markPosting(claim)]));
    return calls.post(channel, to, piece, { ...signals, key: `${id}.${index}`, ...defined({ replyTo, before }) });
  };

  /** The receipt of a draft that may or may not stand there: the same key shows which, where the channel knows keys. */
  const find = async (channel: Channel, to: Address, piece: Piece, { receipt, key }: Pick<ReplacedMessage, "receipt" | "key">): Promise<Sent | undefined> => {
    if (receipt !== maybePosted) return { ok: true, receipt };
    if (!channel.can.dedupes) return { ok: false, why: "refused", reason: "It is not known whether there is anything to replace." };
    return calls.post(channel, to, piece, { ...signals, key });
  };

  /** Edits the message that is replaced. An edit may be repeated: it says the same again. `refused` where there is nothing to edit. */
  const edit = async (channel: Channel, to: Address, piece: Piece, replaced: ReplacedMessage): Promise<Sent | undefined> => {
    const found = await find(channel, to, piece, replaced);
    if (found?.ok !== true) return found;
    return again(await calls.edit(channel, to, { receipt: found.receipt, piece }, signals));
  };

  /** The newest receipt: a draft's call may have been under way when its turn ended. */
  const receiptOf = async ({ turn, receipt }: Retract, to: Address): Promise<string> => {
    if (turn === undefined) return receipt;
    await drafts.settled(turn, to);
    return (await store.draftReceipt(turn, to)) ?? receipt;
  };

  const retract = async (channel: Channel, to: Address, draft: Retract): Promise<Sent | undefined> => {
    const [closing] = channel.render([{ kind: "text", markdown: say(settings.language, closingText(draft)) }], to);
    if (closing === undefined) return { ok: false, why: "refused", reason: "There was nothing to close the draft with." };
    const found = await find(channel, to, closing, { receipt: await receiptOf(draft, to), key: draft.key });
    if (found?.ok !== true) return found;
    const removed = await calls.remove(channel, to, found.receipt, signals);
    const isRefused = removed?.ok === false && removed.why === "refused";
    return again(isRefused ? await calls.edit(channel, to, { receipt: found.receipt, piece: closing }, signals) : removed);
  };

  return {
    render: async (channel, claim) => {
      const { delivery } = claim;
      if (delivery.pieces !== undefined) return { pieces: delivery.pieces };
      // A single step without text: the row is done when it succeeds.
      if (delivery.body.kind === "retract") return { pieces: [{ body: null }] };
      const rendered = channel.render(await partsOf(deps, delivery), delivery.to);
      const isFile = delivery.body.kind === "message" && delivery.body.isFile === true;
      const pieces = isFile ? onlyWithFile(rendered) : rendered;
      return pieces === undefined ? undefined : { pieces, keep: () => store.keepPieces(claim, pieces) };
    },
    piece: async (channel, claim, rendered, index) => {
      const { delivery } = claim;
      if (delivery.body.kind === "retract") {
        const { turn } = delivery.body;
        const gone = await retract(channel, delivery.to, delivery.body);
        return gone && { sent: gone, replaces: gone.ok && turn !== undefined ? { turn } : undefined };
      }
      const replaced = index === 0 ? await replacedBy({ store, drafts }, delivery) : undefined;
      const piece = rendered.pieces[index];
      if (piece !== undefined && replaced !== undefined && channel.can.edit && mayEdit(channel, delivery, replaced)) {
        await rendered.keep?.();
        const edited = await edit(channel, delivery.to, piece, replaced);
        if (edited === undefined) return undefined;
        if (edited.ok || edited.why !== "refused") return { sent: edited, replaces: edited.ok ? replacedDraft(channel, replaced, "edit") : undefined };
      }
      const sent = await post(channel, claim, rendered, index);
      return sent && { sent, replaces: sent.ok && replaced !== undefined ? replacedDraft(channel, replaced, "post") : undefined };
    },
    nothing: async (channel, { delivery }) => {
      const replaced = await replacedBy({ store, drafts }, delivery);
      return replaced && replacedDraft(channel, replaced, "nothing");
    },
  };
}

/**
 * A question is always brought up to date in place; an answer where the platform wants it so, and where it is not known whether
 * its draft was made: under the draft's key there is one message either way, and nothing to take back.
 */
function mayEdit({ can }: Channel, { body }: Delivery, { receipt }: ReplacedMessage): boolean {
  return body.kind === "update" || can.final === "edit" || (receipt === maybePosted && can.dedupes);
}

/** An edit or a removal whose outcome is unknown is made again. */
function again(sent: Sent | undefined): Sent | undefined {
  return sent?.ok === false && sent.why === "unknown" ? { ok: false, why: "later", reason: sent.reason } : sent;
}

/** For a chat where messages cannot be removed. */
function closingText({ why }: Retract): (typeof outboxTexts)["draftClosed" | "draftEmpty" | "draftLeft"] {
  if (why === "empty") return outboxTexts.draftEmpty;
  return why === "left" ? outboxTexts.draftLeft : outboxTexts.draftClosed;
}
