import { z } from "zod";
import { readJson } from "#http/door/body";
import type { DoorRequest, Served } from "#http/door/door";
import type { Caller } from "#http/mcp/answering";
import { openExchange, sendJson } from "#http/mcp/post-response";
import { createMcp } from "#http/mcp/mcp";
import { ok, type HttpReply } from "#http/door/reply";
import { say } from "#lib/words/words";
import type { Routes } from "./route.ts";
import { httpTexts } from "#http/texts";

const toolArgs = z.record(z.string(), z.unknown());

/** MCP, over both of its transports, and its tools one by one. */
export function mcpRoutes({ app, door, auth, deps, base, lasts, direct }: Routes): void {
  const mcp = createMcp(deps, auth, base);
  lasts(mcp);

  /** As everywhere; and here alone, for agents alone, the token may stand in the address. */
  const known = (work: (ask: DoorRequest, caller: Caller, inQuery: boolean) => Promise<HttpReply | undefined>): Served =>
    door.anybody(async (ask) => {
      const { actor, token, inQuery } = await auth.caller(ask.env.incoming, ask.req.query("token"));
      return work(ask, { actor, bearer: token }, inQuery);
    });

  const post = known(async (ask, caller) => {
    await mcp.post(caller, ask.env.incoming, ask.env.outgoing);
    return undefined;
  });
  /** Stateless: there is no stream to listen on and no session to end. */
  const onlyPost = known(async (ask) => {
    sendJson(ask.env.outgoing, 405, { jsonrpc: "2.0", id: null, error: { code: -32000, message: say(deps.language, httpTexts.onlyPost) } }, { Allow: "POST" });
    return undefined;
  });
  const listen = known(async (ask, caller, inQuery) => {
    // hono answers HEAD with what GET does; this one would never end.
    if (ask.env.incoming.method === "HEAD") return ok({});
    mcp.openOlder(caller, ask.env.outgoing, inQuery);
    return undefined;
  });
  const message = known(async (ask, caller) => {
    const session = ask.req.query("sessionId") ?? ask.req.query("session_id") ?? "";
    await mcp.postOlder(caller, session, ask.env.incoming, ask.env.outgoing);
    return undefined;
  });

  direct.add("POST", "/mcp", (incoming, outgoing) =>
    door.serve(incoming, outgoing, async () => {
      const { actor, token } = await auth.caller(incoming, undefined);
      await mcp.post({ actor, bearer: token }, incoming, outgoing);
      return undefined;
    }),
  );
  app.post("/mcp", post).get("/mcp", onlyPost).delete("/mcp", onlyPost);
  app.get("/sse", listen).post("/sse", post);
  app.get("/mcp/sse", listen).post("/mcp/sse", post).delete("/mcp/sse", onlyPost);
  app.post("/messages", message).post("/messages/", message);

  app.post(
    "/api/mcp/tool/:name",
    known(async (ask, caller) => {
      const args = await readJson(ask.env.incoming, toolArgs);
      const { client } = openExchange(ask.env.outgoing, undefined);
      const name = ask.req.param("name") ?? "";
      const { content, isError } = await mcp.run(caller, name, args, client);
      // All other failures are results on the bus too, with the error in the text.
      const [first] = content;
      if (name === "template_get" && isError === true && first?.type === "text") return { status: 400, body: first.text };
      return ok(content);
    }),
  );
}
