import { isId, type ThreadId } from "#domain/ids";
import { whoIs, type Actor } from "#domain/people";
import type { Thread } from "#domain/thread";
import { readJson } from "#http/body";
import { entriesQuery, threadsQuery } from "#http/decode";
import { encodeEntries, encodeThreads } from "#http/encode";
import { gather } from "#http/gather";
import { ok } from "#http/reply";
import { waitingAgents } from "#http/waiting-agents";
import { readBody } from "#protocol/requests";
import type { Routes } from "./route.ts";

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
      const { id } = await seenThread(routes, actor, ask.req.param("id") ?? "");
      const found = await store.entries(policy.reader(actor), id, { ...page, limit: page.limit + 1 });
      const has = found.length > page.limit;
      // One more was read to know whether there is more: with `before` it is the oldest, else the newest.
      const entries = !has ? found : page.beforeRev === undefined ? found.slice(0, -1) : found.slice(1);
      return ok(encodeEntries(entries, await gather(deps, actor, entries), has));
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

export function isThreadId(text: string | undefined): text is ThreadId {
  return text !== undefined && isId("thr", text);
}
