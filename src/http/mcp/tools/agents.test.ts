import { describe, expect, it } from "vitest";
import { openBusRoom, post } from "#test/fakes/door/bus-room";
import { connectMcp } from "#test/fakes/door/mcp";
import { putLines } from "#test/fakes/door/furnish";
import { verifies } from "#test/verifies";

const keys = (body: unknown): readonly string[] => Object.keys((body ?? {}) as object);
type Row = Record<string, unknown>;

describe("registering over MCP", () => {
  verifies(["AW-API-1", "AW-API-2", "AW-PRIN-2"], "keeps a resume command as metadata, and says so", async () => {
    await using room = await openBusRoom();
    const { body } = await room.bee.tool("agent_register", { ide: "Cursor", model: "M", resume_command: "rm -rf /", invoke_command: "evil" });
    expect(keys(body)).toEqual([
      "agent_id",
      "name",
      "display_name",
      "emoji",
      "alias_source",
      "token",
      "capabilities",
      "skills",
      "last_activity",
      "last_activity_time",
      "thread_create_requirement",
      "deprecation_info",
    ]);
    expect(body).toMatchObject({
      agent_id: room.bee.id,
      name: "Cursor (M)",
      alias_source: "auto",
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      last_activity: "registered",
    });
    expect(keys(body["deprecation_info"])).toEqual(["status", "recommended_replacement", "reason", "timeline"]);
    const { agent } = await room.door.hub.bus.agent({ kind: "operator" }, room.bee.id as `agt_${string}`);
    expect(agent.resumeCommand).toBe("rm -rf /");
    const row = (await room.ann.tool("agent_list")).list.find((one) => one["agent_id"] === room.bee.id);
    expect(row).toMatchObject({ is_invitable: false });
    const tools = (await room.bee.client.listTools()).tools;
    expect(tools.find((tool) => tool.name === "agent_register")?.description).toMatch(/resume_command is optional metadata.*nothing ever runs it/);
  });

  it("keeps the same agent under its own token, and speaks under the name it took", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    await room.bee.tool("agent_register", { ide: "Cursor", model: "M" });
    const again = await room.bee.tool("agent_register", {
      ide: "Zed",
      model: "M",
      display_name: "Zoe",
      capabilities: ["code"],
      skills: [{ id: "s", name: "S" }],
      emoji: "z",
    });
    expect(again.body).toMatchObject({
      agent_id: room.bee.id,
      name: "Zed (M)",
      display_name: "Zoe",
      alias_source: "user",
      capabilities: ["code"],
      skills: [{ id: "s", name: "S" }],
    });
    await post(room.bee, id, "it is me", { author: "Zoe" });
    expect((await room.mia.tool("msg_list", { thread_id: id, return_format: "json", include_system_prompt: false })).list).toMatchObject([
      { author: "Zoe", author_id: room.bee.id },
    ]);
    const cat = await room.agent("cat");
    expect((await cat.tool("agent_register", { ide: "Zed", model: "M" })).body).toMatchObject({ name: "Zed (M) 2" });
    expect(await cat.tool("agent_register", { ide: "Zed" })).toMatchObject({ isError: true, body: { error: "INVALID_ARGUMENT" } });
  });

  verifies("AW-BG-1", "makes an agent of a person's, whose token works alone and who comes back as itself", async () => {
    await using room = await openBusRoom();
    const { body } = await room.mia.tool("agent_register", { ide: "Cursor", model: "M" });
    const { agent_id: id, token } = body as { agent_id: string; token: string };
    expect(id).not.toBe(room.mia.id);
    const credentials = { agent_id: id, token };
    expect((await room.mia.tool("agent_resume", credentials)).body).toMatchObject({ ok: true, agent_id: id });
    expect(await room.mia.tool("agent_resume", { agent_id: id, token: room.bee.token })).toMatchObject({
      isError: true,
      body: { ok: false, error: "Invalid agent_id/token" },
    });
    await using own = await connectMcp(room.door.port, token);
    const resumed = (await own.tool("agent_resume", credentials)).body;
    expect(keys(resumed)).toEqual([
      "ok",
      "agent_id",
      "name",
      "display_name",
      "alias_source",
      "is_online",
      "last_heartbeat",
      "last_activity",
      "last_activity_time",
      "thread_create_requirement",
      "thread_create_example",
    ]);
    expect(resumed).toMatchObject({ is_online: true, thread_create_example: { tool: "thread_create", input: { agent_id: id } } });
  });

  it("is seen by heartbeats and calls, and leaves when it says so", async () => {
    await using room = await openBusRoom();
    await room.bee.tool("agent_register", { ide: "I", model: "M" });
    const online = async () => (await room.ann.tool("agent_list")).list.find((one) => one["agent_id"] === room.bee.id)?.["is_online"];
    await room.door.clock.advance(61_000);
    expect(await online()).toBe(false);
    expect((await room.bee.tool("agent_heartbeat", { agent_id: room.bee.id })).body).toEqual({ ok: true });
    expect(await online()).toBe(true);
    const cat = await room.agent("cat");
    expect(await cat.tool("agent_heartbeat", { agent_id: room.bee.id })).toMatchObject({ isError: true, body: { ok: false, error: "Invalid agent_id/token" } });
    expect(await cat.tool("agent_unregister", { agent_id: room.bee.id, token: cat.token })).toMatchObject({ isError: true, body: { ok: false } });
    expect((await room.bee.tool("agent_unregister", { agent_id: room.bee.id, token: room.bee.token })).body).toEqual({ ok: true });
    expect(await online()).toBeUndefined();
    await expect(room.bee.tool("agent_list")).rejects.toThrow();
  });

  it("replaces what an agent tells of itself", async () => {
    await using room = await openBusRoom();
    await room.bee.tool("agent_register", { ide: "I", model: "M", capabilities: ["a", "b"], description: "old" });
    const { body } = await room.bee.tool("agent_update", { agent_id: room.bee.id, capabilities: ["c"], display_name: "Bea" });
    expect(keys(body)).toEqual([
      "ok",
      "agent_id",
      "name",
      "display_name",
      "emoji",
      "description",
      "capabilities",
      "skills",
      "last_activity",
      "last_activity_time",
    ]);
    expect(body).toMatchObject({ ok: true, capabilities: ["c"], description: "old", display_name: "Bea" });
    const cat = await room.agent("cat");
    expect(await cat.tool("agent_update", { agent_id: room.bee.id, description: "mine now" })).toMatchObject({
      isError: true,
      body: { ok: false, error: "Invalid agent_id/token" },
    });
  });

  verifies(["FR-5-3", "FR-5-2"], "lists agents with the fields they always had, and who is available", async () => {
    await using room = await openBusRoom();
    await room.bee.tool("agent_register", { ide: "I", model: "M" });
    const [row] = (await room.mia.tool("agent_list")).list;
    expect(keys(row)).toEqual([
      "agent_id",
      "name",
      "ide",
      "model",
      "display_name",
      "emoji",
      "alias_source",
      "description",
      "is_online",
      "capabilities",
      "skills",
      "last_heartbeat",
      "last_activity",
      "last_activity_time",
      "is_invitable",
      "is_available",
    ]);
    expect(row).toMatchObject({ is_online: true, is_invitable: false, is_available: true });
    await room.door.clock.advance(61_000);
    expect((await room.mia.tool("agent_list")).list[0]).toMatchObject({ is_online: false, is_available: false });
  });

  it("shows that somebody writes", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    expect((await room.bee.tool("agent_set_typing", { thread_id: id, agent_id: room.bee.id, is_typing: true })).body).toEqual({ ok: true });
    expect(await room.bee.tool("agent_set_typing", { thread_id: "thr_none", agent_id: room.bee.id, is_typing: true })).toMatchObject({
      isError: true,
      body: { error: "Thread not found" },
    });
    expect(await room.bee.tool("agent_set_typing", { thread_id: id, agent_id: "agt_other", is_typing: true })).toMatchObject({
      isError: true,
      body: { error: "InvalidCredentials" },
    });
  });
});

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
      content: expect.stringContaining("Only haiku."),
      created_at: expect.stringMatching(/\.\d{6}\+00:00$/),
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
    expect(await refuse({ thread_name: "t", agent_id: "agt_other", token: "x" })).toEqual([true, expect.stringMatching(/^Failed to resume agent: /)]);
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
      body: { error: "Invalid agent_id or token", hint: expect.any(String) },
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

  it("never shows a token again", async () => {
    await using room = await openBusRoom();
    const { body } = await room.mia.tool("agent_register", { ide: "I", model: "M" });
    for (const who of [room.ann, room.mia, room.bee]) expect(JSON.stringify((await who.tool("agent_list")).content)).not.toContain(String(body["token"]));
    const config = (await room.bee.tool("bus_connect", { thread_name: "t", ide: "I", model: "M" })).content;
    expect(JSON.stringify(config)).not.toContain(room.bee.token);
  });
});
