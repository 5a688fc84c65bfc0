import { describe, expect, it } from "vitest";
import { openBusRoom, post } from "#test/fakes/door/bus-room";
import { putLines } from "#test/fakes/door/furnish";
import { connectMcp, type McpClient } from "#test/fakes/door/mcp";
import { verifies } from "#test/verifies";
import { anyText, holding, like } from "#test/matching";

const keys = (body: unknown): readonly string[] => Object.keys((body ?? {}) as object);
type Row = Record<string, unknown>;

describe("bus_connect", () => {
  it("registers, creates and reads in one call", async () => {
    await using room = await openBusRoom();
    const { body } = await room.bee.tool("bus_connect", { thread_name: "plans", ide: "Cursor", model: "M", display_name: "Bea", system_prompt: "Only haiku." });
    expect(keys(body)).toEqual(["agent", "thread", "messages", "current_seq", "reply_token", "reply_window"]);
    expect(keys(body["agent"])).toEqual(["agent_id", "name", "registered", "token", "is_administrator", "role_assignment"]);
    expect(keys(body["thread"])).toEqual(["thread_id", "topic", "status", "created", "system_prompt", "administrator"]);
    expect(body["agent"]).toMatchObject({ agent_id: room.bee.id, name: "Cursor (M)", registered: true, is_administrator: true });
    expect(body["thread"]).toMatchObject({
      topic: "plans",
      created: true,
      system_prompt: "Only haiku.",
      administrator: { agent_id: room.bee.id, name: "Bea" },
    });
    const [rules] = body["messages"] as Row[];
    expect(keys(rules)).toEqual(["seq", "author", "role", "content", "created_at"]);
    expect(rules).toMatchObject({
      seq: 0,
      role: "system",
      content: holding("Only haiku."),
      created_at: like(/\.\d{6}\+00:00$/),
    });
    const { thread_id: id } = body["thread"] as { thread_id: string };
    const posted = await room.bee.tool("msg_post", {
      thread_id: id,
      author: room.bee.id,
      content: "hi",
      expected_last_seq: body["current_seq"],
      reply_token: body["reply_token"],
    });
    expect(posted.body).toMatchObject({ seq: 1 });
    const cat = await room.agent("cat");
    const joined = (await cat.tool("bus_connect", { thread_id: id, ide: "Zed", model: "M" })).body;
    expect(keys(joined["thread"])).toEqual(["thread_id", "topic", "status", "created", "administrator"]);
    expect(joined).toMatchObject({
      agent: { is_administrator: false },
      thread: { created: false },
      current_seq: 1,
      messages: [{ seq: 0 }, { seq: 1, author: "Bea", content: "hi" }],
    });
    expect((await cat.tool("bus_connect", { thread_id: id, after_seq: 1 })).body).toMatchObject({ agent: { agent_id: cat.id, name: "Zed (M)" }, messages: [] });
  });

  it("shows the newest lines to whoever joins late, and where the older ones are", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    await putLines(
      room.door,
      id as `thr_${string}`,
      Array.from({ length: 130 }, (_, i) => `line ${i + 1}`),
    );
    const { body } = await room.bee.tool("bus_connect", { thread_id: id, ide: "I", model: "M" });
    expect((body["messages"] as Row[]).map((row) => row["seq"])).toEqual([0, ...Array.from({ length: 100 }, (_, i) => i + 31)]);
    expect(body).toMatchObject({ current_seq: 130, older_messages: { count: 30, tool: "msg_list", input: { thread_id: id, after_seq: -1, limit: 30 } } });
    const older = await room.bee.tool("msg_list", { ...(body["older_messages"] as { input: Row }).input, return_format: "json", include_system_prompt: false });
    expect(older.list.map((row) => row["seq"])).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
  });

  it("says what is missing or wrong, in the words agents know", async () => {
    await using room = await openBusRoom();
    const refuse = async (args: Row) => {
      const { isError, body } = await room.bee.tool("bus_connect", { ide: "I", model: "M", ...args });
      return [isError, body["error"]];
    };
    expect(await refuse({})).toEqual([true, "thread_id or thread_name is required"]);
    expect(await refuse({ thread_id: "thr_none" })).toEqual([true, "Thread 'thr_none' not found"]);
    expect(await refuse({ thread_name: "t", capabilities: "code" })).toEqual([true, "capabilities must be an array of strings"]);
    expect(await refuse({ thread_name: "t", skills: ["code"] })).toEqual([true, "skills must be an array of objects"]);
    expect(await refuse({ thread_name: "t", agent_id: "agt_other", token: "x" })).toEqual([true, like(/^Failed to resume agent: /)]);
  });
});

describe("who speaks", () => {
  it("is the bearer: an agent's id, token or name of another is refused and on record", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const cat = await room.agent("cat");
    const fresh = (await cat.tool("msg_wait", { thread_id: id, after_seq: 0, timeout_ms: 0, return_format: "json" })).body;
    const post1 = { thread_id: id, content: "x", expected_last_seq: 0, reply_token: fresh["reply_token"] };
    const refused = { isError: true, body: { error: "InvalidCredentials" } };
    expect(await cat.tool("msg_post", { ...post1, author: room.bee.id })).toMatchObject(refused);
    expect(await cat.tool("msg_post", { ...post1, author: "bee" })).toMatchObject(refused);
    expect(await cat.tool("msg_wait", { thread_id: id, after_seq: 0, agent_id: room.bee.id, token: room.bee.token })).toMatchObject(refused);
    expect(await cat.tool("msg_wait", { thread_id: id, after_seq: 0, token: "nonsense" })).toMatchObject(refused);
    expect(await cat.tool("thread_create", { topic: "t", agent_id: room.bee.id, token: room.bee.token })).toMatchObject({
      isError: true,
      body: { error: "Invalid agent_id or token", hint: anyText },
    });
    expect((await room.door.refusals()).find((one) => one.who === cat.id)).toMatchObject({ code: "InvalidCredentials", count: 5 });
    expect((await cat.tool("msg_post", { ...post1, author: cat.id, agent_id: cat.id, token: cat.token })).body).toMatchObject({ seq: 1 });
  });

  verifies(["AW-PRIN-4"], "may be an agent of the person whose bearer it is, and no other's: an agent written for the bus works under one token", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const made = (await room.mia.tool("bus_connect", { thread_id: id, ide: "Cursor", model: "M" })).body;
    const { agent_id: agent, token } = made["agent"] as { agent_id: string; token: string };
    const { body } = await room.mia.tool("msg_wait", { thread_id: id, after_seq: 0, agent_id: agent, token, timeout_ms: 0, return_format: "json" });
    const posted = await room.mia.tool("msg_post", {
      thread_id: id,
      author: agent,
      content: "as an agent",
      expected_last_seq: body["current_seq"],
      reply_token: body["reply_token"],
    });
    expect(posted.body).toMatchObject({ seq: 1 });
    expect((await room.ann.tool("msg_list", { thread_id: id, return_format: "json", include_system_prompt: false })).list).toMatchObject([
      { author_id: agent, author: "Cursor (M)" },
    ]);
    expect(await room.ann.tool("msg_wait", { thread_id: id, after_seq: 0, agent_id: agent, token })).toMatchObject({
      isError: true,
      body: { error: "InvalidCredentials" },
    });
    expect(await room.mia.tool("msg_wait", { thread_id: id, after_seq: 0, agent_id: room.bee.id })).toMatchObject({
      isError: true,
      body: { error: "InvalidCredentials" },
    });
    expect(await room.mia.tool("agent_heartbeat")).toMatchObject({ isError: true, body: { ok: false, error: "Invalid agent_id/token" } });
  });

  it("is an agent of the bearer's also in a loop that names it only when it posts", async () => {
    await using room = await openBusRoom();
    const { body: made } = await room.mia.tool("bus_connect", { thread_name: "loop", ide: "Cursor", model: "M" });
    const { thread_id: id } = made["thread"] as { thread_id: string };
    const { agent_id: agent } = made["agent"] as { agent_id: string };
    const wait = async (who: McpClient, afterSeq: number, more: Row = {}) =>
      (await who.tool("msg_wait", { thread_id: id, after_seq: afterSeq, timeout_ms: 0, return_format: "json", ...more })).body;
    const say = async (who: McpClient, read: Row, more: Row = {}) =>
      who.tool("msg_post", { thread_id: id, author: agent, content: "x", expected_last_seq: read["current_seq"], reply_token: read["reply_token"], ...more });

    const read = await wait(room.mia, 0);
    expect((await say(room.mia, read)).body).toMatchObject({ seq: 1 });
    expect(await say(room.mia, read)).toMatchObject({ isError: true, body: { error: "ReplyTokenReplayError" } });
    // Nobody is stuck: after the refused post the wait answers at once, though it has no time of its own to be over.
    const fresh = await wait(room.mia, 1, { timeout_ms: 40_000 });
    expect(fresh).toMatchObject({ messages: [], current_seq: 1 });
    expect((await say(room.mia, fresh)).body).toMatchObject({ seq: 2 });

    const late = await wait(room.mia, 2);
    await post(room.bee, id, "meanwhile");
    expect(await say(room.mia, late)).toMatchObject({ isError: true, body: { error: "SeqMismatchError", new_messages_1st_read: [{ content: "meanwhile" }] } });

    const invalid = { isError: true, body: { error: "ReplyTokenInvalidError" } };
    const { body: other } = await room.mia.tool("thread_create", { topic: "another" });
    expect(await say(room.mia, other)).toMatchObject(invalid);
    expect(await say(room.mia, await wait(room.ann, 0))).toMatchObject(invalid);
    const asAgent = await wait(room.mia, 0, { agent_id: agent });
    expect(await say(room.mia, asAgent, { author: "Mia" })).toMatchObject(invalid);
    await using itself = await connectMcp(room.door.port, (made["agent"] as { token: string }).token);
    expect(await say(itself, await wait(room.mia, 0))).toMatchObject(invalid);
  });

  it("never shows a token again", async () => {
    await using room = await openBusRoom();
    const { body } = await room.mia.tool("agent_register", { ide: "I", model: "M" });
    for (const who of [room.ann, room.mia, room.bee]) expect(JSON.stringify((await who.tool("agent_list")).content)).not.toContain(String(body["token"]));
    const config = (await room.bee.tool("bus_connect", { thread_name: "t", ide: "I", model: "M" })).content;
    expect(JSON.stringify(config)).not.toContain(room.bee.token);
  });
});
