import type { Address, Channel, Piece, Receipt, SendKey, Sent } from "#domain/channel";
import { defined } from "#lib/defined";
import type { Clock } from "#lib/time/clock";
import type { Pacer } from "./pacer.ts";
import { pieceBytes, timeLimitMs, withinTime } from "./time-limit.ts";

export interface CallOptions {
  /** Aborted: a call that still waits for its slot is called off. */
  readonly waiting: AbortSignal;
  /** Aborted: a call that is under way is cut short. */
  readonly calling: AbortSignal;
}

export interface PostCall extends CallOptions {
  readonly key: SendKey;
  readonly replyTo?: Receipt;
  readonly growing?: boolean;
  /** Right before each call. */
  readonly before?: () => Promise<void>;
}

/**
 * Calls to a channel: each waits for its slot, has a time limit that grows with its size, and passes a rest that the platform
 * asks for on to the pacer. A piece that is refused is followed by what its channel gave `instead`. Undefined: called off
 * before the call.
 */
export interface ChatCalls {
  post(channel: Channel, to: Address, piece: Piece, options: PostCall): Promise<Sent | undefined>;
  edit(channel: Channel, to: Address, over: { readonly receipt: Receipt; readonly piece: Piece }, options: CallOptions): Promise<Sent | undefined>;
  remove(channel: Channel, to: Address, receipt: Receipt, options: CallOptions): Promise<Sent | undefined>;
}

export function createChatCalls(clock: Clock, pacer: Pacer): ChatCalls {
  const call = async (
    channel: Channel,
    to: Address,
    { waiting, calling, before, bytes = 0 }: CallOptions & { readonly before?: (() => Promise<void>) | undefined; readonly bytes?: number },
    make: (signal: AbortSignal) => Promise<Sent>,
  ): Promise<Sent | undefined> => {
    await pacer.slot(channel, to, waiting);
    if (waiting.aborted) return undefined;
    await before?.();
    const sent = await withinTime(clock, timeLimitMs(bytes), calling, make);
    if (!sent.ok && sent.why === "later") pacer.rest(channel, to, sent);
    return sent;
  };

  /** Down the ladder until something is not refused. */
  const withFallback = async (piece: Piece, make: (rung: Piece) => Promise<Sent | undefined>): Promise<Sent | undefined> => {
    const sent = await make(piece);
    const isRefused = sent?.ok === false && sent.why === "refused";
    return isRefused && piece.instead !== undefined ? withFallback(piece.instead, make) : sent;
  };

  return {
    // The same key on every rung: what was refused made no message, so the key still stands for at most one.
    post: (channel, to, piece, { key, replyTo, growing, ...options }) =>
      withFallback(piece, (rung) =>
        call(channel, to, { ...options, bytes: pieceBytes(rung) }, (signal) => channel.post(to, rung, { key, signal, ...defined({ replyTo, growing }) })),
      ),
    edit: async (channel, to, { receipt, piece }, options) => {
      const { edit } = channel;
      if (edit === undefined) return { ok: false, why: "refused", reason: "This chat cannot edit messages." };
      return withFallback(piece, (rung) => call(channel, to, options, (signal) => edit(receipt, rung, signal)));
    },
    remove: async (channel, to, receipt, options) => {
      const { remove } = channel;
      if (remove === undefined) return { ok: false, why: "refused", reason: "This chat cannot remove messages." };
      return call(channel, to, options, (signal) => remove(receipt, signal));
    },
  };
}
