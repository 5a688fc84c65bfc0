import { bearerOf } from "#http/auth";
import { openBusStream, type BusStream } from "#http/bus-stream";
import { ok } from "#http/reply";
import { resumedFrom } from "./events.ts";
import type { Routes } from "./route.ts";
import { seenThread } from "./threads.ts";

/** The bus's own stream. */
export function busEventRoutes(routes: Routes): void {
  const { app, door, auth, deps, lasts } = routes;
  const streams = new Set<BusStream>();
  lasts({
    recheck: async () => void (await Promise.all([...streams].map((stream) => stream.recheck()))),
    [Symbol.asyncDispose]: async () => {
      for (const stream of streams) stream[Symbol.dispose]();
    },
  });

  app.get(
    "/events",
    door.known(async (ask, actor) => {
      const { incoming, outgoing } = ask.env;
      // hono answers HEAD with what GET does; this one would never end.
      if (incoming.method === "HEAD") return ok({});
      const id = ask.req.query("thread_id");
      const thread = id === undefined ? undefined : await seenThread(routes, actor, id);
      const afterRev = thread === undefined ? undefined : resumedFrom(incoming.headers["last-event-id"], thread);
      const { bus } = deps.hub;
      const [agents, { threads }] = await Promise.all([bus.agents(actor), bus.threads(actor, { archived: true, limit: 100 })]);
      const listener = {
        actor,
        token: bearerOf(incoming) ?? "",
        agents,
        threads,
        ...(thread !== undefined && { thread }),
        ...(afterRev !== undefined && { afterRev }),
      };
      if (outgoing.destroyed) return undefined;
      const stream = openBusStream(deps, auth, listener, outgoing, () => streams.delete(stream));
      streams.add(stream);
      return undefined;
    }),
  );
}
