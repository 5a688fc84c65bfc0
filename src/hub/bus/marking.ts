import type { MessageId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { nameOf, roleOf, whoIs } from "#domain/people";
import type { Message } from "#domain/thread";
import type { Found, MessageState } from "#domain/thread-details";
import type { HubDeps } from "#hub/deps";
import { shownName } from "#hub/show";
import type { Bus } from "./bus.ts";
import { forEyesOf, hiddenText, isHumanOnly } from "./human-only.ts";
import type { PostGuard } from "./post-guard.ts";
import type { Presence } from "./presence.ts";
import type { BusRules } from "./rules.ts";
import type { Typing } from "./typing.ts";

export type MarkingVerbs = Pick<Bus, "message" | "edit" | "edits" | "react" | "unreact" | "search" | "typing">;

export interface MarkingParts {
  readonly rules: BusRules;
  readonly presence: Presence;
  readonly guard: PostGuard;
  readonly typing: Pick<Typing, "set">;
}

const maxReactionChars = 64;

/** What happens to lines after they were said. */
export function createMarking(
  { store, policy, clock }: Pick<HubDeps, "store" | "policy" | "clock">,
  { rules, presence, guard, typing }: MarkingParts,
): MarkingVerbs {
  const found = async (by: Actor, id: MessageId): Promise<Message> => {
    const message = await store.message(policy.reader(by), id);
    if (message === undefined) throw await rules.missing(by, "message", `message ${id}`);
    return message;
  };

  const stateOf = async (message: Message): Promise<MessageState> =>
    (await store.messageStates([message.id])).get(message.id) ?? { message: message.id, text: message.text, version: 0, reactions: [] };

  const isHidden = (by: Actor, message: Message): boolean => by.kind === "agent" && isHumanOnly(message);

  /** A hit in what was said to people only would tell an agent what it is about. */
  const forAgent = async (by: Actor, hits: readonly Found[]): Promise<readonly Found[]> => {
    const shown = await Promise.all(hits.map(async (hit) => (isHidden(by, await found(by, hit.message)) ? [] : [hit])));
    return shown.flat();
  };

  return {
    message: async (by, id) => {
      const message = await found(by, id);
      const { state, ...shown } = forEyesOf(by, { ...message, state: await stateOf(message) });
      return { message: shown, state };
    },
    edit: async (by, id, text) => {
      const message = await found(by, id);
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
    edits: async (by, id) => {
      const message = await found(by, id);
      const edits = await store.edits(id);
      return isHidden(by, message) ? edits.map((edit) => ({ ...edit, oldText: hiddenText })) : edits;
    },
    react: async (by, id, reaction) => {
      await rules.admit(by, "speak", "react");
      await guard.cleanWords(by, reaction);
      return store.react((await found(by, id)).id, { reaction: reaction.slice(0, maxReactionChars), by: whoIs(by), name: nameOf(by), at: clock.now() });
    },
    unreact: async (by, id, reaction) => store.unreact((await found(by, id)).id, reaction.slice(0, maxReactionChars), whoIs(by), clock.now()),
    search: async (by, query, which) => {
      const hits = await store.search(policy.reader(by), query, which);
      return by.kind === "agent" ? forAgent(by, hits) : hits;
    },
    typing: async (by, id, on) => {
      await rules.admit(by, "speak", "write here");
      await rules.seen(by, id);
      if (by.kind === "agent") presence.seen(by.id, "typing", id);
      typing.set({ thread: id, who: whoIs(by), name: nameOf(by) }, on);
    },
  };
}
