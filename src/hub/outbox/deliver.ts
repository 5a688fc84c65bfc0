import type { Channel } from "#domain/channel";
import { addressKey } from "#domain/channel";
import type { DeliveryClaim, Delivery, Settlement } from "#domain/delivery";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import { retryStoreWrite } from "#hub/store-retry";
import { defined } from "#lib/defined";
import { pause } from "#lib/time/clock";
import { forwardTime } from "#lib/time/forward-time";
import { includesTopic, type Wakes } from "#hub/wakes";
import type { Links } from "./channel-links.ts";
import type { ChatCalls } from "./chat-calls.ts";
import type { ChatDrafts } from "./chat-drafts.ts";
import { createDeliveryRetries, lastRetryMs } from "./delivery-retries.ts";
import { createDueDeliveries } from "./due-deliveries.ts";
import { outboxTexts } from "./texts.ts";
import { createSendDelivery, type PieceSent } from "./send-delivery.ts";

const graceMs = 3_000;
/** A delivery that a chat does not take for this long fails; a person can send it again. */
const giveUpMs = 24 * 60 * 60_000;

export interface Deliver extends AsyncDisposable {
  /** Something may be due. */
  wake(): void;
  /** Begins no new call; resolves when those under way are over, or have taken too long. */
  quiet(): Promise<void>;
}

/**
 * The outbox to the chats: each address in its own order, one piece at a time, at the channel's pace. A call whose outcome
 * is unknown is made again only where the channel cannot make it twice.
 */
export function createDeliver(
  deps: Pick<HubDeps, "store" | "clock" | "log" | "settings" | "channels">,
  parts: {
    readonly calls: ChatCalls;
    readonly drafts: Pick<ChatDrafts, "settled">;
    readonly links: Pick<Links, "isUp" | "whenUp" | "since">;
    readonly wakes: Pick<Wakes, "on">;
  },
): Deliver {
  const { store, clock, log, channels } = deps;
  const { links } = parts;
  // Rows are due by it: setting the machine's time back must not hold up what is to be sent.
  const forward = forwardTime(clock);
  const stop = new AbortController();
  const closing = new AbortController();
  const working = new Set<Promise<void>>();
  const send = createSendDelivery(deps, parts, { waiting: closing.signal, calling: stop.signal });
  const retries = createDeliveryRetries(links);

  const start = (claim: DeliveryClaim): void => {
    const work = workOn(claim)
      .catch(async (cause: unknown) => {
        log.error({ cause, delivery: claim.delivery.id }, "delivery failed");
        await later(claim, cause instanceof Error ? cause.message : String(cause));
      })
      .catch((cause: unknown) => log.error({ cause, delivery: claim.delivery.id }, "failed to store the outcome of a delivery"))
      .finally(() => {
        working.delete(work);
        due.wake();
      });
    working.add(work);
  };

  /** A claim that is not settled would hold up its chat until the next start. */
  const settled = (claim: DeliveryClaim, outcome: Settlement): Promise<Delivery | undefined> =>
    retryStoreWrite({ clock, log, signal: stop.signal }, () => store.settle(claim, outcome));

  const later = async (claim: DeliveryClaim, reason: string, afterMs?: number): Promise<void> => {
    const { delivery } = claim;
    const now = forward();
    if (now - delivery.at > giveUpMs) return void (await settled(claim, { how: "refused", reason }));
    await settled(claim, { how: "later", dueAt: now + (afterMs ?? retries.waitMs(delivery)), reason });
  };

  const workOn = async (claim: DeliveryClaim): Promise<void> => {
    const { delivery } = claim;
    const channel = channels.get(delivery.to.channel);
    if (channel === undefined) return later(claim, `no channel ${delivery.to.channel} is configured`, lastRetryMs);
    if (!links.isUp(channel.id)) return afterLink(claim, channel.id);
    const rendered = await send.render(channel, claim);
    if (rendered === undefined) return void (await settled(claim, { how: "refused", reason: say(deps.settings.language, outboxTexts.fileNotTaken) }));
    const { pieces } = rendered;
    for (let index = delivery.receipts.length; index < pieces.length; index++) {
      if (closing.signal.aborted) return;
      const outcome = await send.piece(channel, claim, rendered, index);
      if (outcome === undefined || !(await settle(channel, claim, outcome))) return;
    }
    if (pieces.length === 0) await settled(claim, { how: "empty", ...defined({ replaces: await send.nothing(channel, claim) }) });
  };

  /** No connection: no attempt is made. It is due, and rendered as things stand then, as soon as the link is up. */
  const afterLink = async (claim: DeliveryClaim, id: string): Promise<void> => {
    await links.whenUp(id, closing.signal);
    if (!closing.signal.aborted) await later(claim, "there was no connection to the chat", 0);
  };

  /** True when the next piece may go out. */
  const settle = async (channel: Channel, claim: DeliveryClaim, { sent, replaces }: PieceSent): Promise<boolean> => {
    if (sent.ok) {
      retries.forget(claim.delivery.id);
      return (await settled(claim, { how: "sent", receipt: sent.receipt, ...defined({ replaces }) })) !== undefined;
    }
    // Stopping cuts calls short; a row of a channel that cannot dedupe stays `posting` and is found as unknown.
    if (stop.signal.aborted) return false;
    log.warn({ delivery: claim.delivery.id, to: addressKey(claim.delivery.to), why: sent.why, reason: sent.reason }, "chat did not accept a message");
    if (sent.why === "later") await later(claim, sent.reason, sent.afterMs);
    else if (sent.why === "unknown" && channel.can.dedupes && sent.keyExpired !== true) await later(claim, sent.reason);
    else await settled(claim, { how: sent.why, reason: sent.reason });
    return false;
  };

  const quiet = async (): Promise<void> => {
    closing.abort();
    await due.idle();
    await Promise.race([Promise.allSettled(working), pause(clock, graceMs, stop.signal)]);
  };

  const due = createDueDeliveries({ store, clock, log, forward, signal: closing.signal }, start);
  parts.wakes.on((wakes) => {
    if (includesTopic(wakes, "outbox")) due.wake();
  });

  return {
    wake: () => due.wake(),
    quiet,
    [Symbol.asyncDispose]: async () => {
      await quiet();
      stop.abort();
      await Promise.allSettled(working);
    },
  };
}
