import type { Address, Channel } from "#domain/channel";
import { addressKey } from "#domain/channel";
import type { TurnId } from "#domain/ids";
import type { HubDeps } from "./deps.ts";
import type { Draft } from "./drafts.ts";

/** The growing answer as an edited chat message, where the platform can edit. Best effort: the answer itself goes through the outbox. */
export interface ChatDrafts extends AsyncDisposable {
  grew(draft: Draft): void;
  /** No more edits of this turn; what is under way runs out. */
  ended(turn: TurnId): void;
  /** Resolves when no draft call for that chat is under way. */
  settled(turn: TurnId, to: Address): Promise<void>;
}

interface Shown {
  readonly channel: Channel;
  readonly to: Address;
  receipt: string | undefined;
  text: string;
  call: Promise<void> | undefined;
  /** Posted without an answer: it may stand there, with what it said then. */
  inDoubt: boolean;
  /** A platform that refused a draft once is left alone for this turn; so is one where trying again could make a second message. */
  off: boolean;
}

interface Growing {
  latest: Draft;
  readonly shown: Promise<readonly Shown[]>;
  cancel: (() => void) | undefined;
}

const callTimeoutMs = 10_000;

/** In place of a receipt: the call went out, or was about to. */
export const maybePosted = "";

export function draftKey(turn: TurnId, to: Address): string {
  return `draft.${turn}.${addressKey(to)}`;
}

export function createChatDrafts({ store, clock, log, channels }: Pick<HubDeps, "store" | "clock" | "log" | "channels">): ChatDrafts {
  const turns = new Map<TurnId, Growing>();
  const stop = new AbortController();

  const placesOf = async (draft: Draft): Promise<readonly Shown[]> => {
    const addresses = await store.boundAddresses(draft.thread);
    const shown = await Promise.all(
      addresses.map(async (to) => {
        const channel = channels.get(to.channel);
        if (channel?.edit === undefined || !channel.can.edit) return [];
        const kept = await store.draftReceipt(draft.turn, to);
        const inDoubt = kept === maybePosted;
        return [{ channel, to, receipt: inDoubt ? undefined : kept, text: "", call: undefined, inDoubt, off: inDoubt && !channel.can.dedupes }];
      }),
    );
    return shown.flat();
  };

  const show = async (draft: Draft, one: Shown): Promise<void> => {
    const piece = one.channel.render([{ kind: "text", markdown: `${draft.text} …` }], one.to)[0];
    if (piece === undefined) return;
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(callTimeoutMs)]);
    // Kept before it is posted: after a kill in between, the answer still finds the message that may stand there.
    if (one.receipt === undefined) await store.keepDraft(draft.turn, one.to, maybePosted);
    if (one.receipt === undefined) {
      const posted = await one.channel.post(one.to, piece, draftKey(draft.turn, one.to), signal);
      if (!posted.ok) {
        one.inDoubt ||= posted.why === "unknown";
        one.off = posted.why === "refused" || (one.inDoubt && !one.channel.can.dedupes);
        return;
      }
      one.receipt = posted.receipt;
      await store.keepDraft(draft.turn, one.to, posted.receipt);
      if (!one.inDoubt) return;
    }
    const edited = await one.channel.edit?.(one.receipt, piece, signal);
    if (edited?.ok === false && edited.why === "refused") one.off = true;
  };

  const tick = async (turn: TurnId): Promise<void> => {
    const growing = turns.get(turn);
    if (growing === undefined) return;
    growing.cancel = undefined;
    for (const one of await growing.shown) {
      if (one.off || one.call !== undefined || one.text === growing.latest.text || growing.latest.text === "") continue;
      if (!turns.has(turn)) return;
      one.text = growing.latest.text;
      one.call = show(growing.latest, one)
        .catch((cause: unknown) => log.warn({ cause, turn }, "a growing answer could not be shown in a chat"))
        .finally(() => {
          one.call = undefined;
          forget(turn);
          // What came while the call was under way is shown next.
          const latest = turns.get(turn)?.latest;
          if (latest !== undefined && latest.text !== one.text && !one.off) grew(latest);
        });
    }
  };

  const ending = new Map<TurnId, Growing>();
  const forget = (turn: TurnId): void => {
    const growing = ending.get(turn);
    if (growing === undefined) return;
    growing.shown.then((all) => all.every((one) => one.call === undefined) && ending.delete(turn)).catch(() => ending.delete(turn));
  };

  const waitMs = (growing: Growing): Promise<number> =>
    growing.shown.then((all) => (all.length === 0 ? -1 : Math.max(...all.map((one) => one.channel.can.pace.draftMs))));

  const grew = (draft: Draft): void => {
    if (stop.signal.aborted) return;
    const growing = turns.get(draft.turn) ?? { latest: draft, shown: placesOf(draft), cancel: undefined };
    growing.latest = draft;
    turns.set(draft.turn, growing);
    if (growing.cancel !== undefined) return;
    growing.cancel = () => {};
    waitMs(growing)
      .then((wait) => {
        if (wait < 0 || !turns.has(draft.turn)) return;
        growing.cancel = clock.after(wait, () => {
          tick(draft.turn).catch((cause: unknown) => log.warn({ cause }, "a growing answer could not be shown in a chat"));
        });
      })
      .catch((cause: unknown) => log.warn({ cause }, "the chats of a growing answer could not be read"));
  };

  return {
    grew,
    ended: (turn) => {
      const growing = turns.get(turn);
      if (growing === undefined) return;
      growing.cancel?.();
      turns.delete(turn);
      ending.set(turn, growing);
      forget(turn);
    },
    settled: async (turn, to) => {
      const growing = turns.get(turn) ?? ending.get(turn);
      if (growing === undefined) return;
      const one = (await growing.shown).find((shown) => addressKey(shown.to) === addressKey(to));
      await one?.call;
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      for (const growing of turns.values()) {
        growing.cancel?.();
        ending.set(growing.latest.turn, growing);
      }
      turns.clear();
      for (const growing of ending.values()) for (const one of await growing.shown) await one.call;
    },
  };
}
