import type { ServerResponse } from "node:http";
import { ParleyError } from "#domain/errors";
import type { Actor } from "#domain/people";
import type { Entry } from "#domain/thread";
import type { MessageWithState } from "#domain/thread-details";
import { bearerOf } from "#http/door/auth";
import { waitQuery } from "#http/door/decode-bus";
import { encodeLine, encodeSync } from "#http/encode/encode-bus";
import { gather } from "#http/encode/lookups";
import { LateAbort, type AbortSource } from "#http/mcp/late-abort";
import { createOpenCalls } from "#http/mcp/open-calls";
import { say } from "#lib/words/words";
import type { Routes } from "#http/routes/route";
import { seenThread } from "#http/routes/page/threads";
import { accessTexts } from "#hub/access/texts";

/** msg_wait for programs that speak REST: held until there is news, the time is over, the client leaves, or its token ends. */
export function busWaitRoutes(routes: Routes): void {
  const { app, door, auth, deps, lasts } = routes;
  const calls = createOpenCalls(auth, say(deps.language, accessTexts.badToken));
  lasts({ recheck: () => calls.recheck(), [Symbol.asyncDispose]: async () => calls[Symbol.dispose]() });

  /** The lines that many were woken with, encoded once for all of them. */
  const encoded = new WeakMap<readonly MessageWithState[], string>();
  const encodePage = async (actor: Actor, messages: readonly MessageWithState[]): Promise<string> => {
    const known = encoded.get(messages);
    if (known !== undefined) return known;
    const entries = messages.map((message): Entry => ({ kind: "message", message }));
    const { artifact } = await gather(deps, actor, entries);
    const made = JSON.stringify(messages.map((line) => encodeLine(line, artifact)));
    encoded.set(messages, made);
    return made;
  };

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
      const rest = JSON.stringify({ ...encodeSync(sync), has_older: older });
      return { status: 200, body: `{"messages":${await encodePage(actor, messages)},${rest.slice(1)}` };
    }),
  );
}

function untilLeft(outgoing: ServerResponse): AbortSource {
  const left = new LateAbort();
  if (outgoing.destroyed) left.abort();
  else outgoing.once("close", () => left.abort());
  return left;
}
