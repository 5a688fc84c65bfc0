import type { ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import type { Priority } from "#domain/thread";
import { forEyesOf } from "#hub/bus/human-only";
import type { HttpDeps } from "./deps.ts";
import type { StatedMessage } from "./encode-bus.ts";

export interface LinesPage {
  readonly limit: number;
  readonly afterSeq?: number;
  readonly beforeSeq?: number;
  readonly priority?: Priority;
}

/** A reader who filters is not made to wait for ever: past so many lines it gets what was found until there. */
const mostLookedAt = 50_000;

/** Lines of a thread as they stand now, for this reader. */
export async function statedLines(
  { store, policy }: Pick<HttpDeps, "store" | "policy">,
  actor: Actor,
  thread: ThreadId,
  page: LinesPage,
): Promise<readonly StatedMessage[]> {
  const messages = await matching({ store, policy }, actor, thread, page);
  if (messages.length === 0) return [];
  const states = await store.messageStates(messages.map((message) => message.id));
  return messages.map((message) => {
    const state = states.get(message.id);
    return state === undefined ? message : forEyesOf(actor, { ...message, state });
  });
}

async function matching(
  { store, policy }: Pick<HttpDeps, "store" | "policy">,
  actor: Actor,
  thread: ThreadId,
  { priority, ...page }: LinesPage,
): Promise<readonly StatedMessage[]> {
  const reader = policy.reader(actor);
  if (priority === undefined) return store.messages(reader, thread, page);
  const found: StatedMessage[] = [];
  const isBackwards = page.beforeSeq !== undefined;
  let next: LinesPage = page;
  for (let looked = 0; looked < mostLookedAt; looked += page.limit) {
    const messages = await store.messages(reader, thread, next);
    const fitting = messages.filter((message) => (message.priority ?? "normal") === priority);
    if (isBackwards) found.unshift(...fitting);
    else found.push(...fitting);
    const edge = isBackwards ? messages[0] : messages.at(-1);
    if (found.length >= page.limit || messages.length < page.limit || edge === undefined) break;
    next = isBackwards ? { ...page, beforeSeq: edge.seq } : { ...page, afterSeq: edge.seq };
  }
  return isBackwards ? found.slice(-page.limit) : found.slice(0, page.limit);
}
