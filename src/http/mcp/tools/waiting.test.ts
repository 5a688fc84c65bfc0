import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { openBusRoom, post, type BusRoom } from "#test/fakes/door/bus-room";
import { ofClient, type McpClient } from "#test/fakes/door/mcp";
import { call } from "#test/fakes/door/client";
import { verifies } from "#test/verifies";
import { anyText, like } from "#test/matching";

const keys = (body: unknown): readonly string[] => Object.keys((body ?? {}) as object);
type Rows = Record<string, unknown>[];

const waits = async (room: BusRoom, thread: string): Promise<number> =>
  Number((await room.ann.tool("thread_wait_state_get", { thread_id: thread })).body["count"]);

/** Until so many wait there: the calls travel over a real socket. */
async function untilWaiting(room: BusRoom, thread: string, count: number): Promise<void> {
  while ((await waits(room, thread)) !== count) await room.door.clock.settle();
}

/** Fake time goes on only when nothing is under way; so long as the call is not answered, step by step. */
async function pass<T>(room: BusRoom, ms: number, answered: Promise<T>): Promise<T | "still waiting"> {
  await room.door.clock.advance(ms);
  for (let round = 0; round < 20; round++) await room.door.clock.settle();
  return Promise.race([answered, room.door.clock.settle().then(() => "still waiting" as const)]);
}

describe("msg_wait", () => {
  verifies(["AW-PRIN-4", "AW-MODE-2"], "answers at once with what is there, as JSON with the documented fields", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    await post(room.bee, id, "one", { metadata: { a: 1 }, priority: "urgent" });
    await room.mia.tool("msg_post", { thread_id: id, content: "two" });
    const { body } = await room.bee.tool("msg_wait", { thread_id: id, after_seq: 0, return_format: "json" });
    expect(keys(body)).toEqual(["messages", "current_seq", "reply_token", "reply_window"]);
    const [one, two] = body["messages"] as Rows;
    expect(keys(one)).toEqual(["msg_id", "author", "author_id", "author_name", "role", "content", "seq", "created_at", "metadata", "priority"]);
    expect(one).toMatchObject({ metadata: '{"a":1}', priority: "urgent", seq: 1 });
    expect(keys(two)).toEqual(["msg_id", "author", "author_id", "author_name", "role", "content", "seq", "created_at", "metadata"]);
    expect(two).toMatchObject({ metadata: null, author_name: "Mia" });
    expect(body).toMatchObject({ current_seq: 2 });
  });

  it("gives blocks unless asked otherwise: the sync context first", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    await post(room.bee, id, "one");
    const { content, body } = await room.mia.tool("msg_wait", { thread_id: id, after_seq: 0 });
    expect(keys(body)).toEqual(["type", "current_seq", "reply_token", "reply_window"]);
    expect(body).toMatchObject({ type: "sync_context", current_seq: 1 });
    expect(content.slice(1)).toEqual([
      { type: "text", text: like(/^\[1\] bee \(assistant\) /) },
      { type: "text", text: "one" },
    ]);
  });

  it("is woken by a post, and resumes at its place without loss or repeat", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const seen: unknown[] = [];
    let after = 0;
    for (const line of ["a", "b", "c"]) {
      const waiting = room.bee.tool("msg_wait", { thread_id: id, after_seq: after, return_format: "json" });
      await untilWaiting(room, id, 1);
      await room.mia.tool("msg_post", { thread_id: id, content: line });
      const { body } = await waiting;
      seen.push(...(body["messages"] as Rows).map((row) => row["content"]));
      after = Number(body["current_seq"]);
    }
    expect([seen, after]).toEqual([["a", "b", "c"], 3]);
  });

  it("answers within 50 seconds however long it was asked to wait, and sooner when asked to", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const long = room.bee.tool("msg_wait", { thread_id: id, after_seq: 0, timeout_ms: 300_000, return_format: "json" });
    await untilWaiting(room, id, 1);
    expect(await pass(room, 49_000, long)).toBe("still waiting");
    await room.door.clock.advance(1_000);
    expect((await long).body).toMatchObject({ messages: [], current_seq: 0, reply_token: anyText });
    const short = room.bee.tool("msg_wait", { thread_id: id, after_seq: 0, timeout_ms: 500, return_format: "json" });
    await untilWaiting(room, id, 1);
    await room.door.clock.advance(500);
    expect((await short).body).toMatchObject({ messages: [] });
  });

  const modern = async (room: BusRoom): Promise<McpClient> => {
    const client = new Client({ name: "modern", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    const headers = { authorization: `Bearer ${room.bee.token}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${room.door.port}/mcp`), { requestInit: { headers } }));
    return ofClient(client);
  };

  for (const [revision, client] of [
    ["before 2026", async (room: BusRoom) => room.bee],
    ["of 2026", modern],
  ] as const) {
    it(`waits longer for a client ${revision} that takes progress, and tells it every 15 seconds`, async () => {
      await using room = await openBusRoom();
      const id = await room.thread();
      const mcp = await client(room);
      const told: number[] = [];
      const waiting = mcp.tool(
        "msg_wait",
        { thread_id: id, after_seq: 0, timeout_ms: 120_000, return_format: "json" },
        { onprogress: ({ progress }) => void told.push(progress), timeout: 600_000 },
      );
      await untilWaiting(room, id, 1);
      for (let seconds = 0; seconds < 105; seconds += 15) expect(await pass(room, 15_000, waiting)).toBe("still waiting");
      await room.mia.tool("msg_post", { thread_id: id, content: "at last" });
      expect((await waiting).body["messages"]).toMatchObject([{ content: "at last" }]);
      expect(told).toEqual([1, 2, 3, 4, 5, 6, 7]);
      if (mcp !== room.bee) await mcp[Symbol.asyncDispose]();
    });
  }

  it("ends when a client of 2026 is gone, and answers one before the hub stops", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const leaving = await modern(room);
    const gone = leaving.tool("msg_wait", { thread_id: id, after_seq: 0 }).then(
      () => "answered",
      () => "gone",
    );
    await untilWaiting(room, id, 1);
    await leaving[Symbol.asyncDispose]();
    expect(await gone).toBe("gone");
    await untilWaiting(room, id, 0);
    await using staying = await modern(room);
    const waiting = staying.tool("msg_wait", { thread_id: id, after_seq: 0, return_format: "json" });
    await untilWaiting(room, id, 1);
    const closing = room.door.close();
    expect((await waiting).body).toMatchObject({ messages: [] });
    await room.door.clock.advance(100);
    await closing;
    expect(room.door.errors).toEqual([]);
  });

  verifies("AW-MODE-2", "ends when its client is gone", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const left = new AbortController();
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "msg_wait", arguments: { thread_id: id, after_seq: 0 } } });
    const headers = { "content-type": "application/json", authorization: `Bearer ${room.bee.token}` };
    const gone = fetch(`http://127.0.0.1:${room.door.port}/mcp`, { method: "POST", headers, body, signal: left.signal }).then(
      () => "answered",
      () => "gone",
    );
    await untilWaiting(room, id, 1);
    left.abort();
    expect(await gone).toBe("gone");
    await untilWaiting(room, id, 0);
  });

  it("ends when its client cancels it", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const given = new AbortController();
    const cancelled = room.bee.tool("msg_wait", { thread_id: id, after_seq: 0 }, { signal: given.signal }).then(
      () => "answered",
      () => "cancelled",
    );
    await untilWaiting(room, id, 1);
    given.abort();
    expect(await cancelled).toBe("cancelled");
    await untilWaiting(room, id, 0);
  });

  it("ends with a refusal when its token is revoked, and without one when the hub stops", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const cat = await room.agent("cat");
    const one = cat.tool("msg_wait", { thread_id: id, after_seq: 0, return_format: "json" });
    const two = room.bee.tool("msg_wait", { thread_id: id, after_seq: 0, return_format: "json" });
    await untilWaiting(room, id, 2);
    const token = (await room.door.hub.access.tokens({ kind: "operator" })).find((kept) => kept.label === "cat");
    await room.door.hub.access.revokeToken({ kind: "operator" }, token?.id ?? "tok_");
    expect(await one).toMatchObject({ isError: true, body: { error: "BadToken" } });
    const closing = room.door.close();
    expect((await two).body).toMatchObject({ messages: [], current_seq: 0 });
    await room.door.clock.advance(100);
    await closing;
  });

  it("ends when its agent is kicked, and the token no longer works", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    await room.bee.tool("agent_register", { ide: "I", model: "M" });
    const waiting = room.bee.tool("msg_wait", { thread_id: id, after_seq: 0 });
    await untilWaiting(room, id, 1);
    await room.door.hub.bus.kick({ kind: "operator" }, room.bee.id as `agt_${string}`);
    expect(await waiting).toMatchObject({ isError: true, body: { error: "BadToken" } });
    expect(
      await call(room.door.port, "POST", "/mcp", {
        token: room.bee.token,
        body: { jsonrpc: "2.0", id: 1, method: "ping" },
        headers: { "Content-Type": "application/json" },
      }),
    ).toMatchObject({ status: 401 });
  });

  it("waits for what is handed to one agent, and passes over the rest", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const cat = await room.agent("cat");
    const waiting = cat.tool("msg_wait", { thread_id: id, after_seq: 0, for_agent: "cat", return_format: "json" });
    await untilWaiting(room, id, 1);
    await post(room.bee, id, "for anybody");
    await untilWaiting(room, id, 1);
    await post(room.bee, id, "for you", { metadata: { handoff_target: "cat" } });
    expect((await waiting).body).toMatchObject({ messages: [{ content: "for you" }], current_seq: 2 });
  });

  it("shows whoever hears only what is handed to it the rest once, before its post is taken", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const cat = await room.agent("cat");
    const wait = async (afterSeq: number) =>
      (await cat.tool("msg_wait", { thread_id: id, after_seq: afterSeq, for_agent: "cat", timeout_ms: 0, return_format: "json" })).body;
    const say = async ({ current_seq: place, reply_token: token }: Record<string, unknown>) =>
      cat.tool("msg_post", { thread_id: id, content: "deployed", expected_last_seq: place, reply_token: token });
    const missed = (...lines: readonly string[]) => ({
      isError: true,
      body: { error: "SeqMismatchError", new_messages_1st_read: lines.map((content) => ({ content })), action: "READ_MESSAGES_THEN_CALL_MSG_WAIT" },
    });

    await post(room.ann, id, "do not deploy");
    const quiet = await wait(0);
    expect(quiet).toMatchObject({ messages: [], current_seq: 1 });
    expect(await say(quiet)).toMatchObject(missed("do not deploy"));
    await post(room.bee, id, "cat, go on", { metadata: { handoff_target: "cat" } });
    await post(room.ann, id, "and mind the gap");
    const woken = await wait(1);
    expect(woken).toMatchObject({ messages: [{ content: "cat, go on" }], current_seq: 3 });
    expect(await say(woken)).toMatchObject(missed("and mind the gap"));
    // With the place of the last line that a wait gave it, though the refusal showed it more.
    const again = await wait(2);
    expect(again).toMatchObject({ messages: [], current_seq: 3 });
    expect((await say(again)).body).toMatchObject({ seq: 4 });
    await post(room.bee, id, "well done", { metadata: { handoff_target: "cat" } });
    expect((await say(await wait(3))).body).toMatchObject({ seq: 6 });
  });

  it("tells whoever waits in a closed thread to stop, after the last word", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const cat = await room.agent("cat");
    const waiting = cat.tool("msg_wait", { thread_id: id, after_seq: 0, return_format: "json" });
    await untilWaiting(room, id, 1);
    await room.bee.tool("thread_close", { thread_id: id, summary: "Done." });
    expect((await waiting).body).toMatchObject({ messages: [{ content: "Done." }, { content: "bee closed this thread." }], current_seq: 2 });
    expect(await cat.tool("msg_wait", { thread_id: id, after_seq: 2 })).toMatchObject({ isError: true, body: { error: "THREAD_CLOSED" } });
  });

  it("says when there is no such thread", async () => {
    await using room = await openBusRoom();
    expect(await room.bee.tool("msg_wait", { thread_id: "thr_none", after_seq: 0 })).toMatchObject({ isError: true, body: { error: "THREAD_NOT_FOUND" } });
    expect(await room.bee.tool("msg_wait", { thread_id: "thr_none" })).toMatchObject({ isError: true, body: { error: "INVALID_ARGUMENT" } });
  });
});
