import type { ThreadId } from "#domain/ids";
import { pageBytes } from "#domain/page";
import type { Actor } from "#domain/people";
import type { Message, Priority, Thread } from "#domain/thread";
import { forEyesOf } from "#hub/bus/human-only";
import { withStates } from "#hub/bus/with-states";
import type { HttpDeps } from "#http/deps";
import type { StatedMessage } from "./encode-bus.ts";

export interface LinesPage {
  readonly limit: number;
  readonly afterSeq?: number;
  readonly beforeSeq?: number;
  readonly priority?: Priority;
}

export interface StatedPage {
  readonly lines: readonly StatedMessage[];
  /** Where the next page begins; absent after the last one. */
  readonly next?: Pick<LinesPage, "afterSeq" | "beforeSeq">;
}

/** A reader who filters is not made to wait for ever: past so many lines it gets what was found until there. */
const mostLookedAt = 50_000;

type PageDeps = Pick<HttpDeps, "store" | "policy">;

/** Lines of a thread as they stand now, for this reader: as many as were asked for, or as fit into one answer. */
export async function statedLines(deps: PageDeps, actor: Actor, thread: Thread, page: LinesPage): Promise<StatedPage> {
  const isBackwards = page.beforeSeq !== undefined;
  const { messages, lookedTo } = await matching(deps, actor, thread.id, page);
  const stated = await withStates(deps.store, messages, { mostBytes: pageBytes, isBackwards });
  const lines = stated.map((line) => (line.state === undefined ? line : forEyesOf(actor, line)));
  const edge = isBackwards ? lines[0] : lines.at(-1);
  // What was cut off is looked at again; what was passed over is not.
  const place = stated.length < messages.length ? edge?.seq : (lookedTo ?? edge?.seq);
  if (place === undefined) return { lines };
  if (isBackwards) return place > (page.afterSeq ?? 0) + 1 ? { lines, next: { ...page, beforeSeq: place } } : { lines };
  return place < thread.seq ? { lines, next: { afterSeq: place } } : { lines };
}

interface Matching {
  readonly messages: readonly Message[];
  /** The last line that was looked at. */
  readonly lookedTo: number | undefined;
}

async function matching({ store, policy }: PageDeps, actor: Actor, thread: ThreadId, { priority, ...page }: LinesPage): Promise<Matching> {
  const reader = policy.reader(actor);
  const isBackwards = page.beforeSeq !== undefined;
  const edgeOf = (messages: readonly Message[]): number | undefined => (isBackwards ? messages[0] : messages.at(-1))?.seq;
  if (priority === undefined) {
    const messages = await store.messages(reader, thread, { ...page, mostBytes: pageBytes });
    return { messages, lookedTo: edgeOf(messages) };
  }
  const found: Message[] = [];
  let lookedTo: number | undefined;
  let bytes = 0;
  let next: LinesPage = page;
  for (let looked = 0; looked < mostLookedAt && bytes < pageBytes;) {
    const messages = await store.messages(reader, thread, { ...next, mostBytes: pageBytes });
    const edge = edgeOf(messages);
    if (edge === undefined) break;
    for (const message of isBackwards ? messages.toReversed() : messages) {
      lookedTo = message.seq;
      if ((message.priority ?? "normal") !== priority) continue;
      found.push(message);
      bytes += Buffer.byteLength(message.text);
      if (found.length >= page.limit) return { messages: isBackwards ? found.reverse() : found, lookedTo };
    }
    looked += messages.length;
    next = isBackwards ? { ...page, beforeSeq: edge } : { ...page, afterSeq: edge };
  }
  return { messages: isBackwards ? found.reverse() : found, lookedTo };
}

/** How programs are told where an array goes on: `Link: <ADDRESS>; rel="next"`. */
export function linkToNext(path: string, query: Readonly<Record<string, string>>, { next }: StatedPage): Readonly<Record<string, string>> {
  if (next === undefined) return {};
  const { after_seq: _after, before_seq: _before, ...rest } = query;
  const places = {
    ...(next.afterSeq !== undefined && { after_seq: String(next.afterSeq) }),
    ...(next.beforeSeq !== undefined && { before_seq: String(next.beforeSeq) }),
  };
  return { Link: `<${path}?${new URLSearchParams({ ...rest, ...places }).toString()}>; rel="next"` };
}
