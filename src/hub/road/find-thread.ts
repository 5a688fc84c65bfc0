import { isId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { Thread, ThreadPlace } from "#domain/thread";
import type { HubDeps } from "#hub/deps";
import { defined } from "#lib/defined";

const pageSize = 200;

/** By id, or by a topic that names exactly one of the threads that the reader sees. */
export async function findThread(
  store: Pick<HubDeps["store"], "thread" | "threads">,
  reader: Reader,
  which: string,
  byTopic: boolean,
): Promise<Thread | "none" | "several"> {
  if (isId("thr", which)) return (await store.thread(reader, which)) ?? "none";
  if (!byTopic) return "none";
  const wanted = which.trim().toLowerCase();
  const found: Thread[] = [];
  for (let before: ThreadPlace | undefined, more = true; more && found.length < 2;) {
    const page = await store.threads(reader, { limit: pageSize, ...defined({ before }) });
    found.push(...page.filter((thread) => thread.topic.trim().toLowerCase() === wanted));
    const last = page.at(-1);
    before = last && { at: last.lastAt, id: last.id };
    more = page.length === pageSize;
  }
  // Somebody may have spoken meanwhile: such a thread is met twice.
  const [only, second] = new Map(found.map((thread) => [thread.id, thread])).values();
  if (only === undefined) return "none";
  return second === undefined ? only : "several";
}
