import { bearerOf } from "#http/door/auth";
import type { Thread } from "#domain/thread";
import { ok } from "#http/door/reply";
import type { Routes } from "#http/routes/route";
import { isThreadId } from "./threads.ts";
import { defined } from "#lib/defined";

export function eventRoutes({ app, door, streams, deps: { store, policy } }: Routes): void {
  app.get(
    "/api/events",
    door.known(async (ask, actor) => {
      const { incoming, outgoing } = ask.env;
      // hono answers HEAD with what GET does; this one would never end.
      if (incoming.method === "HEAD") return ok({});
      const id = ask.req.query("thread");
      const thread = isThreadId(id) ? await store.thread(policy.reader(actor), id) : undefined;
      // The rest of the page is still theirs to see: the snapshot says null for the thread, and the try is on record.
      if (id !== undefined && thread === undefined) await door.notFound(actor, `thread ${id.slice(0, 64)}`);
      const afterRev = thread === undefined ? undefined : resumedFrom(incoming.headers["last-event-id"], thread);
      const token = bearerOf(incoming) ?? "";
      await streams.open(outgoing, { actor, token, ...defined({ thread, afterRev }) });
      return undefined;
    }),
  );
}

/** A place in another thread, or past the end of this one, is no place: the client gets a whole snapshot. */
export function resumedFrom(header: string | string[] | undefined, thread: Thread): number | undefined {
  if (typeof header !== "string") return undefined;
  const rev = /^(?<thread>\w+):(?<rev>\d{1,15})$/.exec(header);
  if (rev?.groups?.["thread"] !== thread.id) return undefined;
  const number = Number(rev.groups["rev"]);
  return number <= thread.rev ? number : undefined;
}
