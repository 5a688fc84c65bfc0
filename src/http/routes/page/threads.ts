import { isId, type ThreadId } from "#domain/ids";
import { pageBytes } from "#domain/page";
import { whoIs, type Actor } from "#domain/people";
import { revOf, type Entry, type Thread } from "#domain/thread";
import { readJson } from "#http/door/body";
import { entriesQuery, threadsQuery } from "#http/door/decode";
import { encodeEntries, encodeThreads } from "#http/encode/encode";
import { gather } from "#http/encode/lookups";
import { ok } from "#http/door/reply";
import { waitingAgents } from "#http/stream/waiting-agents";
import { readBody } from "#protocol/requests";
import type { Routes } from "#http/routes/route";

/** The thread, as far as the actor may see it; else NotFound, recorded. */
export async function seenThread({ door, deps: { store, policy } }: Routes, actor: Actor, id: string): Promise<Thread> {
  const thread = isId("thr", id) ? await store.thread(policy.reader(actor), id) : undefined;
  if (thread === undefined) throw await door.notFound(actor, `thread ${id.slice(0, 64)}`);
  return thread;
}

export function threadRoutes(routes: Routes): void {
  const { app, door, deps } = routes;
  const { hub, store, policy } = deps;

  app.get(
    "/api/threads",
    door.known(async (ask, actor) => {
      const page = threadsQuery(ask.req.query());
      const [found, waiting] = await Promise.all([hub.bus.threads(actor, page), waitingAgents(deps, actor)]);
      return ok(encodeThreads({ ...found, waiting }));
    }),
  );

  app.get(
    "/api/threads/:id/entries",
    door.known(async (ask, actor) => {
      const page = entriesQuery(ask.req.query());
      const thread = await seenThread(routes, actor, ask.req.param("id") ?? "");
      const entries = await store.entries(policy.reader(actor), thread.id, { ...page, mostBytes: pageBytes });
      return ok(encodeEntries(entries, await gather(deps, actor, entries), hasMore(entries, thread, page)));
    }),
  );

  app.post(
    "/api/threads/:id/read",
    door.known(async (ask, actor) => {
      const { seq } = await readJson(ask.env.incoming, readBody);
      const thread = await seenThread(routes, actor, ask.req.param("id") ?? "");
      await store.advanceCursor(whoIs(actor), thread.id, Math.min(seq, thread.seq));
      return ok({ ok: true });
    }),
  );
}

/** Revs have no gaps: what the page does not reach is there. */
function hasMore(entries: readonly Entry[], { rev }: Thread, page: { readonly afterRev?: number; readonly beforeRev?: number }): boolean {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) return false;
  return page.beforeRev === undefined ? revOf(last) < rev : revOf(first) > (page.afterRev ?? 0) + 1;
}

export function isThreadId(text: string | undefined): text is ThreadId {
  return text !== undefined && isId("thr", text);
}
