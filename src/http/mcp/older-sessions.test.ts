import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { Client, SSEClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { connectMcp, ofClient, type McpClient } from "#test/fakes/door/mcp";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";
import { verifies } from "#test/verifies";

const ping = { jsonrpc: "2.0", method: "ping", id: 1 };

async function older(door: OpenDoor, path: string, inAddress: boolean): Promise<McpClient> {
  const client = new Client({ name: "older", version: "1" });
  const url = new URL(`http://127.0.0.1:${door.port}${path}${inAddress ? `?token=${door.agent.token}` : ""}`);
  const headers = inAddress ? {} : { authorization: `Bearer ${door.agent.token}` };
  await client.connect(
    new SSEClientTransport(url, {
      requestInit: { headers },
      eventSourceInit: { fetch: (to, init) => fetch(to, { ...init, headers: { ...init.headers, ...headers } }) },
    }),
  );
  return ofClient(client);
}

describe("the older transport", () => {
  for (const [path, inAddress] of [
    ["/sse", false],
    ["/mcp/sse", false],
    ["/sse", true],
  ] as const) {
    verifies("AW-MODE-2", `serves the same tools to the official client at ${path} with the token in the ${inAddress ? "address" : "header"}`, async () => {
      await using door = await openDoor();
      await using mcp = await older(door, path, inAddress);
      expect((await mcp.client.listTools()).tools).toHaveLength(40);
      const { body } = await mcp.tool("bus_connect", { thread_name: "older", ide: "Cursor", model: "M" });
      const { thread_id: id } = body["thread"] as { thread_id: string };
      const waiting = mcp.tool("msg_wait", { thread_id: id, after_seq: 0, return_format: "json" });
      await using other = await connectMcp(door.port, door.member.token);
      await door.clock.settle();
      await other.tool("msg_post", { thread_id: id, content: "wake up" });
      expect((await waiting).body["messages"]).toMatchObject([{ author: "Mia", content: "wake up" }]);
    });
  }

  it("lets nobody post into another's stream", async () => {
    await using door = await openDoor();
    const opening = get({ host: "127.0.0.1", port: door.port, path: "/sse", agent: false, headers: { authorization: `Bearer ${door.agent.token}` } });
    const [stream] = (await once(opening, "response")) as [IncomingMessage];
    const [first] = (await once(stream, "data")) as [Buffer];
    const endpoint = /^event: endpoint\ndata: (?<to>\S+)\n\n$/.exec(first.toString())?.groups?.["to"] ?? "";
    expect(endpoint).toMatch(/^\/messages\?sessionId=[\w-]{20,}$/);
    expect(await door.call("POST", endpoint, { token: door.member.token, body: ping })).toMatchObject({ status: 404 });
    expect(await door.call("POST", "/messages?sessionId=none", { token: door.agent.token, body: ping })).toMatchObject({ status: 404 });
    expect(await door.call("POST", endpoint, { token: door.agent.token, body: ping })).toMatchObject({ status: 202 });
    expect((await once(stream, "data")).toString()).toBe('event: message\ndata: {"result":{},"jsonrpc":"2.0","id":1}\n\n');
    opening.destroy();
  });
});
