import type { ThreadId } from "#domain/ids";
import type { LinkStatus } from "#domain/status";
import type { HubDeps } from "#hub/deps";
import { createDrafts, type Draft, type Drafts } from "#hub/turns/drafts";
import type { Wakes } from "#hub/wakes";
import { createLinks, type Links } from "./channel-links.ts";
import { createChatCalls } from "./chat-calls.ts";
import { createChatDrafts } from "./chat-drafts.ts";
import { createChatHints, type ChatHints } from "./chat-hints.ts";
import { createDeliver } from "./deliver.ts";
import { createPacer } from "./pacer.ts";

/** Who reads drafts and channel states besides the chats. */
export interface OutboxReaders {
  link(link: LinkStatus): void;
  draft(draft: Draft): void;
  draftEnded(thread: ThreadId, turn: string): void;
}

/** All that goes out to chats: deliveries, growing answers, hints that somebody works. Drafts go to the page's readers too. */
export interface Outbox extends AsyncDisposable {
  readonly links: Links;
  readonly hints: ChatHints;
  readonly drafts: Drafts;
  /** Delivers what is due. */
  wake(): void;
  /** The last moment at which chats are spoken to. */
  quiet(): Promise<void>;
}

export function createOutbox(deps: HubDeps, { wakes, readers }: { readonly wakes: Wakes; readonly readers: () => OutboxReaders }): Outbox {
  const { clock } = deps;
  const calls = createChatCalls(clock, createPacer(clock));
  const chatDrafts = createChatDrafts(deps, calls);
  const hints = createChatHints(deps);
  const links = createLinks(clock, (link) => readers().link(link));
  const deliver = createDeliver(deps, { calls, drafts: chatDrafts, links, wakes });
  const drafts = createDrafts(clock, {
    opened: (draft) => hints.working(draft),
    grew: (draft) => {
      readers().draft(draft);
      chatDrafts.grew(draft);
    },
    ended: (draft) => {
      readers().draftEnded(draft.thread, draft.turn);
      chatDrafts.ended(draft.turn);
      hints.ended(draft.turn);
    },
  });
  return {
    links,
    hints,
    drafts,
    wake: () => deliver.wake(),
    quiet: () => deliver.quiet(),
    [Symbol.asyncDispose]: async () => {
      hints[Symbol.dispose]();
      await chatDrafts[Symbol.asyncDispose]();
      await deliver[Symbol.asyncDispose]();
    },
  };
}
