import type { Address } from "#domain/channel";
import { addressKey } from "#domain/channel";
import type { TurnId } from "#domain/ids";
import type { HubDeps } from "#hub/deps";
import type { ChatCalls } from "./chat-calls.ts";
import { createDraftMessages, type DraftMessage } from "./draft-messages.ts";
import { draftText } from "./draft-text.ts";
import { paceOf } from "./pacer.ts";
import type { Draft } from "#hub/turns/drafts";

/** The growing answer as an edited chat message, where the platform can edit. Best effort: the answer itself goes through the outbox. */
export interface ChatDrafts extends AsyncDisposable {
  grew(draft: Draft): void;
  /** No more edits of this turn; what is under way runs out. */
  ended(turn: TurnId): void;
  /** Resolves when no draft call for that chat is under way. */
  settled(turn: TurnId, to: Address): Promise<void>;
}

interface GrowingDraft {
  latest: Draft;
  readonly shown: Promise<readonly DraftMessage[]>;
  /** Aborted when the turn is over: an edit that waits for its slot is called off. */
  readonly over: AbortController;
  cancel: (() => void) | undefined;
}

export function createChatDrafts(
  deps: Pick<HubDeps, "store" | "clock" | "log" | "channels"> & { readonly settings: Pick<HubDeps["settings"], "language"> },
  calls: ChatCalls,
): ChatDrafts {
  const { clock, log } = deps;
  const turns = new Map<TurnId, GrowingDraft>();
  const stop = new AbortController();
  const messages = createDraftMessages(deps, calls, stop.signal);
  const shownText = (draft: Draft): string => draftText(draft, clock.now(), deps.settings.language);

  const tick = async (turn: TurnId): Promise<void> => {
    const growing = turns.get(turn);
    if (growing === undefined) return;
    growing.cancel = undefined;
    for (const one of await growing.shown) {
      const text = shownText(growing.latest);
      if (one.off || one.call !== undefined || one.text === text || text === "") continue;
      if (!turns.has(turn)) return;
      one.text = text;
      one.call = messages
        .show(growing.latest, text, one, growing.over.signal)
        .catch((cause: unknown) => log.warn({ cause, turn }, "failed to show a draft in a chat"))
        .finally(() => {
          one.call = undefined;
          forget(turn);
          // What came while the call was under way is shown next.
          const latest = turns.get(turn)?.latest;
          if (latest !== undefined && shownText(latest) !== one.text && !one.off) grew(latest);
        });
    }
  };

  const ending = new Map<TurnId, GrowingDraft>();
  const forget = (turn: TurnId): void => {
    const growing = ending.get(turn);
    if (growing === undefined) return;
    growing.shown.then((all) => all.every((one) => one.call === undefined) && ending.delete(turn)).catch(() => ending.delete(turn));
  };

  const waitMs = (growing: GrowingDraft): Promise<number> =>
    growing.shown.then((all) => (all.length === 0 ? -1 : Math.max(...all.map((one) => paceOf(one.channel, one.to).draftMs))));

  const grew = (draft: Draft): void => {
    if (stop.signal.aborted) return;
    const growing = turns.get(draft.turn) ?? { latest: draft, shown: messages.of(draft), over: new AbortController(), cancel: undefined };
    growing.latest = draft;
    turns.set(draft.turn, growing);
    if (growing.cancel !== undefined) return;
    growing.cancel = () => {};
    waitMs(growing)
      .then((wait) => {
        if (wait < 0 || !turns.has(draft.turn)) return;
        growing.cancel = clock.after(wait, () => {
          tick(draft.turn).catch((cause: unknown) => log.warn({ cause }, "failed to show a draft in a chat"));
        });
      })
      .catch((cause: unknown) => log.warn({ cause }, "failed to read the chats of a draft"));
  };

  return {
    grew,
    ended: (turn) => {
      const growing = turns.get(turn);
      if (growing === undefined) return;
      growing.cancel?.();
      growing.over.abort();
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
