import type { Address, Hint } from "#domain/channel";
import type { TurnId } from "#domain/ids";
import { everyone } from "#domain/people";
import type { HubDeps } from "#hub/deps";
import type { Draft } from "#hub/turns/drafts";
import { paceOf } from "./pacer.ts";
import { pause } from "#lib/time/clock";

/** Typing and reactions: shows in the asking chat that a message arrived and that it is being worked on. Best effort. */
export interface ChatHints extends Disposable {
  received(to: Address, ref: string | undefined): void;
  /** A turn is under way; repeated at the channel's pace until `ended`, and silent while a person is asked. */
  working(draft: Pick<Draft, "turn">): void;
  ended(turn: TurnId): void;
}

export function createChatHints({ store, clock, log, channels }: Pick<HubDeps, "store" | "clock" | "log" | "channels">): ChatHints {
  const turns = new Map<TurnId, AbortController>();

  const give = async (to: Address, hint: Hint, ref?: string): Promise<void> => {
    try {
      await channels.get(to.channel)?.hint?.(to, hint, ref);
    } catch (cause) {
      log.debug({ cause }, "chat did not take a hint");
    }
  };

  const repeat = async (turn: TurnId, signal: AbortSignal): Promise<void> => {
    const { from, message } = (await store.turn(turn)) ?? {};
    const channel = from === undefined ? undefined : channels.get(from.channel);
    if (from === undefined || message === undefined || channel?.hint === undefined) return;
    const ref = (await store.message(everyone, message))?.origin?.ref;
    do {
      const isAsking = (await store.questions(everyone, { turn, state: "open", limit: 1 })).length > 0;
      if (!isAsking && !signal.aborted) await give(from, "working", ref);
      const { hintMs } = paceOf(channel, from);
      if (hintMs <= 0) return;
      await pause(clock, hintMs, signal);
    } while (!signal.aborted);
  };

  return {
    received: (to, ref) => void give(to, "received", ref),
    working: ({ turn }) => {
      if (turns.has(turn)) return;
      const over = new AbortController();
      turns.set(turn, over);
      repeat(turn, over.signal).catch((cause: unknown) => log.debug({ cause, turn }, "failed to show that a turn is under way"));
    },
    ended: (turn) => {
      turns.get(turn)?.abort();
      turns.delete(turn);
    },
    [Symbol.dispose]: () => {
      for (const over of turns.values()) over.abort();
      turns.clear();
    },
  };
}
