import type { ServerResponse } from "node:http";
import { ParleyError } from "#domain/errors";
import { bearerOf } from "#http/auth";
import { waitQuery } from "#http/decode-bus";
import { encodeLine, encodeSync } from "#http/encode-bus";
import { gather } from "#http/gather";
import type { Ending } from "#http/mcp/late-abort";
import { createOpenCalls } from "#http/mcp/open-calls";
import { ok } from "#http/reply";
import { say } from "#lib/words";
import type { Routes } from "./route.ts";
import { seenThread } from "./threads.ts";

/** msg_wait for programs that speak REST: held until there is news, the time is over, the client leaves, or its token ends. */
export function busWaitRoutes(routes: Routes): void {
  const { app, door, auth, deps, lasts } = routes;
  const calls = createOpenCalls(auth, say(deps.language, "badToken"));
  lasts({ recheck: () => calls.recheck(), [Symbol.asyncDispose]: async () => calls[Symbol.dispose]() });

  app.get(
    "/api/threads/:id/wait",
    door.known(async (ask, actor) => {
      const { incoming, outgoing } = ask.env;
      const wait = waitQuery(ask.req.query());
      const { id } = await seenThread(routes, actor, ask.req.param("id") ?? "");
      // hono answers HEAD with what GET does; nobody waits for nothing.
      const timeoutMs = incoming.method === "HEAD" ? 0 : wait.timeoutMs;
      const call = { scope: "", id: "", bearer: bearerOf(incoming) ?? "", client: untilLeft(outgoing) };
      const { messages, sync, older } = await calls.run(call, async ({ signal }) => {
        const result = await deps.hub.bus.wait(actor, { thread: id, ...wait, timeoutMs }, signal);
        if (signal.reason instanceof ParleyError) throw signal.reason;
        return result;
      });
      const known = await gather(
        deps,
        actor,
        messages.map((message) => ({ kind: "message", message })),
      );
      return ok({ messages: messages.map((line) => encodeLine(line, known.artifact)), ...encodeSync(sync), has_older: older });
    }),
  );
}

function untilLeft(outgoing: ServerResponse): Ending {
  const left = new AbortController();
  if (outgoing.destroyed) left.abort();
  else outgoing.once("close", () => left.abort());
  return left;
}
