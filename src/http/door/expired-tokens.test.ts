import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectMcp } from "#test/fakes/door/mcp";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";

const operator = { kind: "operator" } as const;
const livesMs = 40_000;
let door: OpenDoor;
let id: `thr_${string}`;
let token: string;

beforeEach(async () => {
  door = await openDoor();
  id = String((await door.call("POST", "/api/threads", { token: door.agent.token, body: { topic: "release" } })).json["id"]) as typeof id;
  token = (await door.hub.access.createToken(operator, { agent: "cat", may: [] }, livesMs)).token;
});
afterEach(() => door[Symbol.asyncDispose]());

async function untilWaiting(count: number): Promise<void> {
  for (let round = 0; round < 1_000; round++) {
    if ((await door.hub.bus.waits(operator, id)).length === count) return;
    await door.clock.settle();
  }
  throw new Error(`not ${count} who wait`);
}

describe("when a token expires", () => {
  it("its streams end at that moment, and no other one's do", async () => {
    const streams = await Promise.all([`/api/events?thread=${id}`, "/events"].map((path) => door.events(path, { token })));
    const other = await door.events(`/api/events?thread=${id}`, { token: door.agent.token });
    await other.next("snapshot");
    const older = get({ host: "127.0.0.1", port: door.port, path: "/mcp/sse", agent: false, headers: { authorization: `Bearer ${token}` } });
    const [mcp] = (await once(older, "response")) as [IncomingMessage];
    const endings = [...streams.map((stream) => stream.ended), once(mcp.resume(), "close")];
    let over = 0;
    for (const ending of endings) void ending.then(() => (over += 1));
    await door.clock.advance(livesMs - 1);
    expect(over).toBe(0);
    await door.clock.advance(1);
    await Promise.all(endings);
    await door.call("POST", `/api/threads/${id}/messages`, { token: door.owner.token, body: { content: "still there" } });
    await other.next("entry");
    expect(other.text()).toContain("still there");
    other.close();
  });

  it("its waits end with BadToken, over REST and over MCP, and no other one's do", async () => {
    await using mcp = await connectMcp(door.port, token);
    const overRest = door.call("GET", `/api/threads/${id}/wait?timeout_ms=50000`, { token });
    const overMcp = mcp.tool("msg_wait", { thread_id: id, after_seq: 0, timeout_ms: 300_000, return_format: "json" });
    const other = door.call("GET", `/api/threads/${id}/wait?timeout_ms=50000`, { token: door.agent.token });
    await untilWaiting(3);
    await door.clock.advance(livesMs - 1);
    await untilWaiting(3);
    await door.clock.advance(1);
    expect(await overRest).toMatchObject({ status: 401, json: { error: "BadToken" } });
    expect(await overMcp).toMatchObject({ isError: true, body: { error: "BadToken" } });
    await untilWaiting(1);
    await door.call("POST", `/api/threads/${id}/messages`, { token: door.owner.token, body: { content: "still there" } });
    expect((await other).json).toMatchObject({ messages: [{ seq: 1 }] });
  });
});
