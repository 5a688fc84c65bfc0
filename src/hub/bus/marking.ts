import type { MessageId } from "#domain/ids";
import { pageBytes } from "#domain/page";
import type { Actor } from "#domain/people";
import { nameOf, roleOf, whoIs } from "#domain/people";
import type { Message } from "#domain/thread";
import type { FoundMessage, MessageState } from "#domain/thread-details";
import type { HubDeps } from "#hub/deps";
import { shownName } from "#hub/outbox/chat-parts";
import type { Bus } from "./bus.ts";
import { forEyesOf, hiddenText, isHumanOnly } from "./human-only.ts";
import type { Caps } from "./caps.ts";
import type { PostGuard } from "./post-guard.ts";
import type { Presence } from "./presence.ts";
import type { BusRules } from "./rules.ts";
import type { Typing } from "./typing.ts";

export type MarkingVerbs = Pick<Bus, "message" | "edit" | "edits" | "react" | "unreact" | "search" | "searchTopics" | "typing">;

export interface MarkingParts {
  readonly rules: BusRules;
  readonly presence: Presence;
  readonly guard: PostGuard;
  readonly caps: Caps;
  readonly typing: Pick<Typing, "set">;
}

const maxReactionChars = 64;
const mostEdits = 1_000;

/** What happens to lines after they were said. */
export function createMarking(
  { store, policy, clock }: Pick<HubDeps, "store" | "policy" | "clock">,
  { rules, presence, guard, caps, typing }: MarkingParts,
): MarkingVerbs {
  const found = async (by: Actor, id: MessageId): Promise<Message> => {
    const message = await store.message(policy.reader(by), id);
    if (message === undefined) throw await rules.missing(by, "message", `message ${id}`);
    return message;
  };

  /** A closed thread stays as it is, in its reactions too. */
  const foundOpen = async (by: Actor, id: MessageId): Promise<Message> => {
    const message = await found(by, id);
    await rules.isOpen(await rules.seen(by, message.thread));
    return message;
  };

  const stateOf = async (message: Message): Promise<MessageState> =>
    (await store.messageStates([message.id])).get(message.id) ?? { message: message.id, text: message.text, version: 0, reactions: [] };

  const isHidden = (by: Actor, message: Message): boolean => by.kind === "agent" && isHumanOnly(message);

  /** A hit in what was said to people only would tell an agent what it is about. */
  const forAgent = (hits: readonly FoundMessage[]): readonly FoundMessage[] => hits.filter((hit) => !isHumanOnly(hit));

  return {
    message: async (by, id) => {
      const message = await found(by, id);
      const { state, ...shown } = forEyesOf(by, { ...message, state: await stateOf(message) });
      return { message: shown, state };
    },
    edit: async (by, id, text) => {
      const message = await foundOpen(by, id);
      const isAdmin = roleOf(by) === "owner" || roleOf(by) === "admin";
      if (message.author.id !== whoIs(by) && !isAdmin) await rules.refuse(by, `edit what ${shownName(message.author.name)} said`);
      await guard.cleanWords(by, text);
      const takeBack = await guard.take(by);
      const at = clock.now();
      try {
        const edited = await store.editMessage(id, text, whoIs(by), at);
        // The same text again is no edit.
        if (edited === undefined) takeBack();
        return { changed: edited !== undefined, version: edited?.version ?? (await stateOf(message)).version, at };
      } catch (cause) {
        takeBack();
        throw cause;
      }
    },
    edits: async (by, id, afterVersion = 0) => {
      const message = await found(by, id);
      const edits = await store.edits(id, { afterVersion, limit: mostEdits, mostBytes: pageBytes });
      return isHidden(by, message) ? edits.map((edit) => ({ ...edit, oldText: hiddenText })) : edits;
    },
    react: async (by, id, reaction) => {
      await rules.admit(by, "speak", "react");
      await caps.take(by, "reactions");
      await guard.cleanWords(by, reaction);
      return store.react((await foundOpen(by, id)).id, { reaction: reaction.slice(0, maxReactionChars), by: whoIs(by), name: nameOf(by), at: clock.now() });
    },
    unreact: async (by, id, reaction) => {
      await caps.take(by, "reactions");
      return store.unreact((await foundOpen(by, id)).id, reaction.slice(0, maxReactionChars), whoIs(by), clock.now());
    },
    search: async (by, query, which) => {
      const hits = await store.search(policy.reader(by), query, which);
      return by.kind === "agent" ? forAgent(hits) : hits;
    },
    searchTopics: async (by, query, limit) => store.searchTopics(policy.reader(by), query, limit),
    typing: async (by, id, on) => {
      await rules.admit(by, "speak", "write here");
      await caps.take(by, "typing");
      await rules.seen(by, id);
      if (by.kind === "agent") presence.seen(by.id, "typing", id);
      typing.set({ thread: id, who: whoIs(by), name: nameOf(by) }, on);
    },
  };
}
