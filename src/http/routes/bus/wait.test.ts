import { request } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Reply } from "#test/fakes/door/client";
import { openDoor, type Holder, type OpenDoor } from "#test/fakes/door/open-door";

let door: OpenDoor;
let id: `thr_${string}`;

beforeEach(async () => {
  door = await openDoor();
  id = String((await door.call("POST", "/api/threads", { token: door.agent.token, body: { topic: "release" } })).json["id"]) as typeof id;
});
afterEach(() => door[Symbol.asyncDispose]());

const operator = { kind: "operator" } as const;
const wait = (by: Holder, query = ""): Promise<Reply> => door.call("GET", `/api/threads/${id}/wait${query}`, { token: by.token });
const post = (by: Holder, body: object): Promise<Reply> => door.call("POST", `/api/threads/${id}/messages`, { token: by.token, body });

async function untilWaiting(count: number): Promise<void> {
  for (let round = 0; round < 1_000; round++) {
    if ((await door.hub.bus.waits(operator, id)).length === count) return;
    await door.clock.settle();
  }
  throw new Error(`not ${count} who wait`);
}

describe("waiting over REST", () => {
  it("is woken by a line, with the token that answers it", async () => {
    const waiting = wait(door.agent);
    await untilWaiting(1);
    await post(door.member, { content: "wake up" });
    const { status, json } = await waiting;
    expect(status).toBe(200);
    expect(json).toMatchObject({ messages: [{ seq: 1, content: "wake up", author: "Mia" }], current_seq: 1, has_older: false });
    expect((await post(door.agent, { content: "awake", expected_last_seq: 1, reply_token: json["reply_token"] })).status).toBe(201);
  });

  it("answers at once with what is there, and with nothing when its time is over", async () => {
    await post(door.member, { content: "one" });
    expect((await wait(door.agent, "?after_seq=0")).json).toMatchObject({ messages: [{ seq: 1 }] });
    const waiting = wait(door.agent, "?after_seq=1&timeout_ms=999999");
    await untilWaiting(1);
    await door.clock.advance(50_000);
    expect((await waiting).json).toMatchObject({ messages: [], current_seq: 1 });
  });

  it("passes over what is handed to others", async () => {
    const waiting = wait(door.agent, `?for_agent=${door.agent.id}`);
    await untilWaiting(1);
    await post(door.member, { content: "all" });
    await post(door.member, { content: "yours", metadata: { handoff_target: door.agent.id } });
    expect((await waiting).json).toMatchObject({ messages: [{ content: "yours" }], current_seq: 2 });
  });

  it("ends when the client goes away", async () => {
    const client = request({
      host: "127.0.0.1",
      port: door.port,
      path: `/api/threads/${id}/wait`,
      agent: false,
      headers: { Authorization: `Bearer ${door.agent.token}` },
    });
    client.on("error", () => {});
    client.end();
    await untilWaiting(1);
    client.destroy();
    await untilWaiting(0);
    expect(door.errors).toEqual([]);
  });

  it("ends when the agent is kicked, whose next one is not let in", async () => {
    await door.call("POST", "/api/agents/register", { token: door.agent.token, body: { ide: "Bee", model: "m1" } });
    const waiting = wait(door.agent);
    await untilWaiting(1);
    await door.call("POST", `/api/agents/${door.agent.id}/kick`, { token: door.owner.token });
    expect((await waiting).status).toBe(401);
    expect((await wait(door.agent)).status).toBe(401);
  });

  it.each([
    ["its token is revoked", () => door.call("DELETE", `/api/tokens/${door.member.tokenId}`, { token: door.owner.token })],
    ["its person is removed", () => door.call("DELETE", "/api/people/Mia", { token: door.owner.token })],
    ["its person logs out", () => door.call("POST", "/api/logout", { token: door.member.token })],
  ])("ends at once when %s, and nobody else's does", async (_how, end) => {
    const waiting = wait(door.member);
    const other = wait(door.agent);
    await untilWaiting(2);
    expect((await end()).status).toBe(200);
    expect(await waiting).toMatchObject({ status: 401, json: { error: "BadToken" } });
    await untilWaiting(1);
    await post(door.owner, { content: "still there" });
    expect((await other).json).toMatchObject({ messages: [{ seq: 1 }] });
  });

  it("is answered when the hub stops", async () => {
    const waiting = wait(door.agent);
    await untilWaiting(1);
    await door.close();
    expect(await waiting).toMatchObject({ status: 200, json: { messages: [], current_seq: 0 } });
  });

  it("is refused with a place that is none, and in a thread that is not to be seen", async () => {
    expect((await wait(door.agent, "?after_seq=-1")).status).toBe(400);
    expect((await door.call("GET", "/api/threads/thr_none/wait", { token: door.agent.token })).status).toBe(404);
  });

  it("of a hundred ends with one line, and each gets it once", async () => {
    const waits = Array.from({ length: 100 }, () => wait(door.agent));
    await untilWaiting(100);
    await post(door.member, { content: "all of you" });
    for (const { json } of await Promise.all(waits)) expect(json).toMatchObject({ messages: [{ seq: 1 }], current_seq: 1 });
    await untilWaiting(0);
  });
});
