import { z } from "zod";
import type { Receipt } from "#domain/channel";
import type { Clock } from "#lib/time/clock";
import { cardJson, textElement } from "./card.ts";
import type { CardBody } from "./encode.ts";
import type { CallLimits, CallOutcome, FeishuApi } from "./feishu-api.ts";

/**
 * Drafts as cards whose text is typed out while it grows. Edits of such a card go to the card and not to its message, and each needs
 * a higher number than the one before.
 */
export interface StreamingCards {
  /** This message shows a growing text. */
  opened(receipt: Receipt): void;
  has(receipt: Receipt): boolean;
  /** Shows the text as it is now. */
  show(receipt: Receipt, body: CardBody, limits: CallLimits): Promise<CallOutcome<unknown>>;
  /** The message is gone. */
  forget(receipt: Receipt): void;
}

interface StreamingCard {
  card: string | undefined;
  sequence: number;
  /** Calls off the end of streaming that is due when no edit comes any more. */
  cancel: (() => void) | undefined;
  isOpen: boolean;
}

const mostCards = 500;
const anything = z.object({});
const converted = z.object({ data: z.object({ card_id: z.string() }) });
/** The card does not stream any more: Feishu ends that after ten minutes. */
const notStreaming: ReadonlySet<number> = new Set([300309, 200850]);

export function createStreamingCards(
  api: FeishuApi,
  clock: Clock,
  { closeMs, callMs, stop }: { readonly closeMs: number; readonly callMs: number; readonly stop: AbortSignal },
): StreamingCards {
  const cards = new Map<Receipt, StreamingCard>();

  /** Rises with time, so that it goes on rising after a restart; drafts are edited at most every quarter of a second. */
  const next = (one: StreamingCard): number => {
    one.sequence = Math.max(one.sequence + 1, Math.floor((clock.now() - Date.UTC(2025)) / 250));
    return one.sequence;
  };

  const idOf = async (receipt: Receipt, one: StreamingCard, limits: CallLimits): Promise<CallOutcome<string>> => {
    if (one.card !== undefined) return { how: "ok", result: one.card };
    const body = { message_id: receipt };
    const outcome = await api.call({ method: "POST", path: "open-apis/cardkit/v1/cards/id_convert", body, answer: converted }, limits);
    if (outcome.how !== "ok") return outcome;
    one.card = outcome.result.data.card_id;
    return { how: "ok", result: one.card };
  };

  const setMode = (card: string, one: StreamingCard, isStreaming: boolean, limits: CallLimits): Promise<CallOutcome<unknown>> => {
    one.isOpen = isStreaming;
    const body = { settings: JSON.stringify({ config: { streaming_mode: isStreaming } }), sequence: next(one) };
    return api.call({ method: "PATCH", path: `open-apis/cardkit/v1/cards/${card}/settings`, body, answer: anything }, limits);
  };

  const type = (card: string, one: StreamingCard, content: string, limits: CallLimits): Promise<CallOutcome<unknown>> => {
    const path = `open-apis/cardkit/v1/cards/${card}/elements/${textElement}/content`;
    return api.call({ method: "PUT", path, body: { content, sequence: next(one) }, answer: anything }, limits);
  };

  /** A card with a head or buttons is no draft any more: it is written anew as a whole, and streams no longer. */
  const replace = (card: string, one: StreamingCard, body: CardBody, limits: CallLimits): Promise<CallOutcome<unknown>> => {
    one.isOpen = false;
    const data = { card: { type: "card_json", data: cardJson(body) }, sequence: next(one) };
    return api.call({ method: "PUT", path: `open-apis/cardkit/v1/cards/${card}`, body: data, answer: anything }, limits);
  };

  const closeLater = (card: string, one: StreamingCard): void => {
    one.cancel?.();
    one.cancel = clock.after(closeMs, () => {
      if (one.isOpen && !stop.aborted) void setMode(card, one, false, { signal: stop, timeoutMs: callMs });
    });
  };

  const forget = (receipt: Receipt): void => {
    cards.get(receipt)?.cancel?.();
    cards.delete(receipt);
  };

  return {
    opened: (receipt) => {
      if (cards.has(receipt)) return;
      cards.set(receipt, { card: undefined, sequence: 0, cancel: undefined, isOpen: true });
      const [oldest] = cards.keys();
      if (cards.size > mostCards && oldest !== undefined) forget(oldest);
    },
    has: (receipt) => cards.has(receipt),
    show: async (receipt, body, limits) => {
      const one = cards.get(receipt) ?? { card: undefined, sequence: 0, cancel: undefined, isOpen: false };
      const found = await idOf(receipt, one, limits);
      if (found.how !== "ok") return found;
      const card = found.result;
      if (body.head !== "" || body.buttons.length > 0) return replace(card, one, body, limits);
      closeLater(card, one);
      if (!one.isOpen) await setMode(card, one, true, limits);
      const shown = await type(card, one, body.markdown, limits);
      if (shown.how !== "denied" || !notStreaming.has(shown.denial.code)) return shown;
      await setMode(card, one, true, limits);
      return type(card, one, body.markdown, limits);
    },
    forget,
  };
}
