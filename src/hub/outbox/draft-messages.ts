import { isDeepStrictEqual } from "node:util";
import type { Address, Channel, Piece } from "#domain/channel";
import { draftKey } from "#domain/delivery";
import type { HubDeps } from "#hub/deps";
import type { Draft } from "#hub/turns/drafts";
import { defined } from "#lib/defined";
import type { ChatCalls } from "./chat-calls.ts";
import { promptedBy } from "./delivery-parts.ts";

/** The chat message that shows a draft. */
export interface DraftMessage {
  readonly channel: Channel;
  readonly to: Address;
  receipt: string | undefined;
  text: string;
  /** What the chat took last. The message of a long answer is full before the answer is, and does not change any more. */
  taken: Piece["body"] | undefined;
  call: Promise<void> | undefined;
  /** Posted without an answer: it may stand there, with what it said then. */
  inDoubt: boolean;
  /** A platform that refused a draft once is left alone for this turn; so is one where trying again could make a second message. */
  off: boolean;
}

/** In place of a receipt: the call went out, or was about to. */
export const maybePosted = "";

/** Posts and edits the messages that show drafts; when, is decided by the caller. */
export interface DraftMessages {
  /** One for each chat that shows the thread and can edit, as a restart left it. */
  of(draft: Draft): Promise<readonly DraftMessage[]>;
  /** Brings one up to date. `over`: the turn has ended, so a call that still waits for its slot is called off. */
  show(draft: Draft, text: string, one: DraftMessage, over: AbortSignal): Promise<void>;
}

export function createDraftMessages({ store, channels }: Pick<HubDeps, "store" | "channels">, calls: ChatCalls, stop: AbortSignal): DraftMessages {
  const of = async (draft: Draft): Promise<readonly DraftMessage[]> => {
    const addresses = await store.boundAddresses(draft.thread);
    const shown = await Promise.all(
      addresses.map(async (to) => {
        const channel = channels.get(to.channel);
        if (channel?.edit === undefined || !channel.can.edit) return [];
        const kept = await store.draftReceipt(draft.turn, to);
        const inDoubt = kept === maybePosted;
        return [
          { channel, to, receipt: inDoubt ? undefined : kept, text: "", taken: undefined, call: undefined, inDoubt, off: inDoubt && !channel.can.dedupes },
        ];
      }),
    );
    return shown.flat();
  };

  const show: DraftMessages["show"] = async (draft, text, one, over) => {
    const piece = one.channel.render([{ kind: "text", markdown: `${text} …` }], one.to)[0];
    if (piece === undefined || (one.taken !== undefined && isDeepStrictEqual(one.taken, piece.body))) return;
    const signals = { waiting: AbortSignal.any([stop, over]), calling: stop };
    if (one.receipt === undefined) {
      const replyTo = await promptedBy({ store }, draft.turn, one.to);
      const posted = await calls.post(one.channel, one.to, piece, {
        ...signals,
        key: draftKey(draft.turn, one.to),
        growing: true,
        // Stored before it is posted: after a kill in between, the answer still finds the message that may stand there.
        before: () => store.keepDraft(draft.turn, one.to, maybePosted),
        ...defined({ replyTo }),
      });
      if (posted === undefined) return;
      if (!posted.ok) {
        one.inDoubt ||= posted.why === "unknown";
        one.off = posted.why === "refused" || (one.inDoubt && !one.channel.can.dedupes);
        if (!one.inDoubt) await store.dropDraft(draft.turn, one.to);
        return;
      }
      one.receipt = posted.receipt;
      await store.keepDraft(draft.turn, one.to, posted.receipt);
      if (!one.inDoubt) {
        one.taken = piece.body;
        return;
      }
    }
    const edited = await calls.edit(one.channel, one.to, { receipt: one.receipt, piece }, signals);
    if (edited?.ok === true) one.taken = piece.body;
    if (edited?.ok === false && edited.why === "refused") one.off = true;
  };

  return { of, show };
}
