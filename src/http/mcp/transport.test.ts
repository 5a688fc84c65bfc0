import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { ofClient } from "#test/fakes/door/mcp";
import { putLines, putThread } from "#test/fakes/door/furnish";
import { openDoor } from "#test/fakes/door/open-door";
import { holding } from "#test/matching";
import { fieldTexts } from "#http/door/field-texts";
import { say } from "#lib/words/words";

const message = (method: string, params: object = {}, id = 1) => ({ jsonrpc: "2.0", method, params, id });
const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
const json = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
const hello = (version: string) => message("initialize", { protocolVersion: version, capabilities: {}, clientInfo: { name: "t", version: "1" } });

describe("the Streamable HTTP endpoint", () => {
  it.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])("agrees on %s with a client that asks for it", async (version) => {
    await using door = await openDoor();
    const { status, json: body, headers } = await door.call("POST", "/mcp", { token: door.agent.token, body: hello(version), headers: json });
    expect(status).toBe(200);
    expect(body["result"]).toMatchObject({
      protocolVersion: version,
      serverInfo: { name: "parley", version: "1.2.3" },
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false }, prompts: { listChanged: false } },
    });
    expect(headers["mcp-session-id"]).toBeUndefined();
  });

  it("offers its own newest version to a client that asks for one it does not know", async () => {
    await using door = await openDoor();
    const { json: body } = await door.call("POST", "/mcp", { token: door.agent.token, body: hello("1999-01-01"), headers: json });
    expect(body["result"]).toMatchObject({ protocolVersion: "2025-11-25" });
  });

  it("serves the newest revision, which has no handshake", async () => {
    await using door = await openDoor();
    const client = new Client({ name: "modern", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${door.port}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${door.agent.token}` } },
      }),
    );
    await using mcp = ofClient(client);
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    expect(Object.values(client.getServerCapabilities() ?? {})).not.toContainEqual({ listChanged: true });
    expect((await mcp.client.listTools()).tools.map((tool) => tool.name)).toContain("msg_wait");
    const connected = await mcp.tool("bus_connect", { thread_name: "modern", ide: "I", model: "M" });
    expect(connected.body["agent"]).toMatchObject({ agent_id: door.agent.id });
    const refused = await mcp.tool("thread_get", { thread_id: "thr_none" });
    expect(refused).toMatchObject({ isError: true, body: { error: "Thread not found" } });
  });

  it("answers in a stream to a client that takes nothing else, and in JSON to one that takes no stream", async () => {
    await using door = await openDoor();
    const asking = { token: door.agent.token, body: message("tools/call", { name: "bus_get_config" }) };
    const streamed = await door.call("POST", "/mcp", { ...asking, headers: { ...json, Accept: "text/event-stream" } });
    expect(streamed.headers["content-type"]).toContain("text/event-stream");
    expect(streamed.text).toMatch(/^event: message\ndata: \{"jsonrpc":"2.0","id":1,"result"/);
    const plain = await door.call("POST", "/mcp", { ...asking, headers: { ...json, Accept: "application/json" } });
    expect(plain.headers["content-type"]).toContain("application/json");
    expect(plain.json["result"]).toBeDefined();
  });

  it("answers a batch with a batch, and what needs no answer with 202", async () => {
    await using door = await openDoor();
    const batch = await door.call("POST", "/mcp", {
      token: door.agent.token,
      headers: json,
      body: [message("ping", {}, 1), initialized, message("tools/call", { name: "nope" }, 2)],
    });
    const answers = JSON.parse(batch.text) as { id: number; result: object }[];
    expect(answers.map((one) => one.id)).toEqual([1, 2]);
    expect(answers[1]?.result).toEqual({ content: [{ type: "text", text: '{"error":"Unknown tool: nope"}' }], isError: true });
    const noted = await door.call("POST", "/mcp", { token: door.agent.token, headers: json, body: initialized });
    expect([noted.status, noted.text]).toEqual([202, ""]);
  });

  it("runs a batch one after another, and leaves out what comes after its answers have become too large", async () => {
    await using door = await openDoor({ bounds: { batchBytes: 500_000 } });
    const id = await putThread(door, "open");
    await putLines(door, id, ["x".repeat(240_000)]);
    const list = (n: number): object => message("tools/call", { name: "msg_list", arguments: { thread_id: id, include_system_prompt: false } }, n);
    const post = message("tools/call", { name: "thread_create", arguments: { topic: "never made" } }, 9);
    const body = [list(1), list(2), list(3), list(4), initialized, post];
    const { text, status } = await door.call("POST", "/mcp", { token: door.agent.token, headers: json, body });
    const answers = JSON.parse(text) as { id: number; result?: object; error?: { data: object } }[];
    expect(status).toBe(200);
    expect(answers.map((one) => [one.id, one.result !== undefined, one.error?.data])).toEqual([
      [1, true, undefined],
      [2, true, undefined],
      [3, true, undefined],
      [4, false, { error: "BatchTooLarge" }],
      [9, false, { error: "BatchTooLarge" }],
    ]);
    expect(await door.store.threadByTopic({ sees: "all" }, "never made")).toBeUndefined();
  });

  it("says in JSON-RPC what it cannot read", async () => {
    await using door = await openDoor();
    const send = (body: unknown, headers: Record<string, string> = json) => door.call("POST", "/mcp", { token: door.agent.token, body, headers });
    expect(await send("{")).toMatchObject({ status: 400, json: { error: { code: -32700 } } });
    expect(await send({ hello: "there" })).toMatchObject({ status: 400, json: { error: { code: -32600 } } });
    expect(await send([])).toMatchObject({ status: 400, json: { error: { code: -32600 } } });
    expect(await send(message("ping"), { ...json, "Content-Type": "text/plain" })).toMatchObject({ status: 415 });
    expect(await send(message("ping"), { ...json, "MCP-Protocol-Version": "1999-01-01" })).toMatchObject({ status: 400 });
    expect(await send(message("no/such/method"))).toMatchObject({ status: 200, json: { error: { code: -32601 } } });
    expect(await send(message("tools/call", { name: 7 }))).toMatchObject({ status: 200, json: { error: { code: -32602 } } });
    expect(door.errors).toEqual([]);
  });

  it("refuses what is nested too deep in so many words, over REST too, and takes what is at the limit", async () => {
    await using door = await openDoor();
    const { token } = door.owner;
    const thread = String((await door.call("POST", "/api/threads", { token, body: { topic: "deep" } })).json["id"]);
    const metadata = { a: "deep" };
    const within = (body: object, depth: number): string => JSON.stringify(body).replace('"deep"', "[".repeat(depth) + "]".repeat(depth));
    const post = (depth: number) => door.call("POST", `/api/threads/${thread}/messages`, { token, body: within({ content: "x", metadata }, depth) });
    const call = (name: string, args: object, depth: number) =>
      door.call("POST", "/mcp", { token, body: within(message("tools/call", { name, arguments: args }), depth), headers: json });
    const why = holding(say("en", fieldTexts.bodyTooDeep, { max: 100 }));
    for (const depth of [99, 2_500, 100_000]) {
      expect(await post(depth)).toMatchObject({ status: 400, json: { error: "BadRequest", detail: why } });
      const refused = { status: 400, json: { error: { code: -32700, message: why } } };
      expect(await call("msg_post", { thread_id: thread, content: "x", metadata }, depth)).toMatchObject(refused);
      expect(await call("thread_create", { topic: "t", metadata }, depth)).toMatchObject(refused);
    }
    expect((await post(98)).status).toBe(201);
    expect(door.errors).toEqual([]);
  });

  it("keeps no session: listening and deleting are 405", async () => {
    await using door = await openDoor();
    for (const method of ["GET", "DELETE"]) {
      const { status, headers, json: body } = await door.call(method, "/mcp", { token: door.agent.token });
      expect([status, headers["allow"], (body["error"] as { message: string }).message]).toEqual([405, "POST", holding("POST")]);
    }
  });
});

describe("who comes in to MCP", () => {
  it("turns away whoever has no token, a wrong one, or a foreign host or origin", async () => {
    await using door = await openDoor();
    const send = (token: string | undefined, headers: Record<string, string> = {}) =>
      door.call("POST", "/mcp", { token, body: message("ping"), headers: { ...json, ...headers } });
    expect(await send(undefined)).toMatchObject({ status: 401, json: { error: "NeedsToken" } });
    expect(await send("wrong")).toMatchObject({ status: 401, json: { error: "BadToken" } });
    expect(await send(door.agent.token, { Host: "evil.example" })).toMatchObject({ status: 403, json: { error: "ForeignHost" } });
    expect(await send(door.agent.token, { Origin: "null" })).toMatchObject({ status: 403, json: { error: "ForeignOrigin" } });
    for (const path of ["/sse", "/mcp/sse"]) expect(await door.call("GET", path)).toMatchObject({ status: 401 });
    expect(await door.call("POST", "/api/mcp/tool/agent_list", { body: {} })).toMatchObject({ status: 401 });
    expect((await door.refusals()).map((one) => one.code)).toEqual(expect.arrayContaining(["NeedsToken", "BadToken", "ForeignHost", "ForeignOrigin"]));
  });

  it("takes a token in the address from agents alone, and on these routes alone", async () => {
    await using door = await openDoor();
    const send = (token: string) => door.call("POST", `/mcp?token=${token}`, { body: message("ping"), headers: json });
    expect(await send(door.agent.token)).toMatchObject({ status: 200, json: { result: {} } });
    for (const token of [door.owner.token, door.member.token, door.operator, "wrong"])
      expect(await send(token)).toMatchObject({ status: 401, json: { error: "BadToken" } });
    expect(await door.call("GET", `/api/threads?token=${door.agent.token}`)).toMatchObject({ status: 401 });
    expect(JSON.stringify(await door.refusals())).not.toContain(door.owner.token);
  });

  it("serves nobody but the operator while there is no owner", async () => {
    await using door = await openDoor({ hasOwner: false });
    expect(await door.call("POST", `/mcp?token=${door.agent.token}`, { body: message("ping"), headers: json })).toMatchObject({
      status: 403,
      json: { error: "NoOwner" },
    });
    expect(await door.call("POST", "/mcp", { token: door.operator, body: message("ping"), headers: json })).toMatchObject({ status: 200 });
  });
});

describe("POST /api/mcp/tool/NAME", () => {
  it("takes arguments as its body and returns content blocks", async () => {
    await using door = await openDoor();
    const made = await door.call("POST", "/api/mcp/tool/thread_create", { token: door.agent.token, body: { topic: "over REST" } });
    expect(made.status).toBe(200);
    const [block] = JSON.parse(made.text) as { type: string; text: string }[];
    expect(block?.type).toBe("text");
    expect(JSON.parse(block?.text ?? "")).toMatchObject({ topic: "over REST" });
    const unknown = await door.call("POST", "/api/mcp/tool/nope", { token: door.agent.token, body: {} });
    expect(JSON.parse(unknown.text)).toEqual([{ type: "text", text: '{"error":"Unknown tool: nope"}' }]);
    const template = await door.call("POST", "/api/mcp/tool/template_get", { token: door.agent.token, body: { template_id: "none" } });
    expect(template).toMatchObject({ status: 400, json: { error: "Template not found" } });
  });
});
