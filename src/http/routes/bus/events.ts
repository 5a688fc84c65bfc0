import { createBusFrames } from "#http/stream/bus-frames";
import { openBusStream, type BusStream } from "#http/stream/bus-stream";
import { ok } from "#http/door/reply";
import { resumedFrom } from "#http/routes/page/events";
import type { Routes } from "#http/routes/route";
import { seenThread } from "#http/routes/page/threads";
import { defined } from "#lib/defined";

/** The bus's own stream. */
export function busEventRoutes(routes: Routes): void {
  const { app, door, auth, deps, lasts } = routes;
  const streams = new Set<BusStream>();
  const frames = createBusFrames(deps.store);
  lasts({
    recheck: async () => void (await Promise.all([...streams].map((stream) => stream.recheck()))),
    [Symbol.asyncDispose]: async () => {
      for (const stream of streams) stream[Symbol.dispose]();
    },
  });

  app.get(
    "/events",
    // A browser's EventSource sends no header: as for MCP, an agent's token may stand in the address.
    door.anybody(async (ask) => {
      const { incoming, outgoing } = ask.env;
      const { actor, token } = await auth.caller(incoming, ask.req.query("token"));
      // hono answers HEAD with what GET does; this one would never end.
      if (incoming.method === "HEAD") return ok({});
      const id = ask.req.query("thread_id");
      const thread = id === undefined ? undefined : await seenThread(routes, actor, id);
      const afterRev = thread === undefined ? undefined : resumedFrom(incoming.headers["last-event-id"], thread);
      const { bus } = deps.hub;
      const [agents, { threads }] = await Promise.all([bus.agents(actor, bus.agentsMoment()), bus.threads(actor, { archived: true, limit: 100 })]);
      const listener = {
        actor,
        token,
        agents,
        threads,
        ...defined({ thread, afterRev }),
      };
      if (outgoing.destroyed) return undefined;
      const stream = openBusStream({ ...deps, auth, frames }, listener, outgoing, () => streams.delete(stream));
      streams.add(stream);
      // The token may have ended while the stream was being made.
      await stream.recheck();
      return undefined;
    }),
  );
}
