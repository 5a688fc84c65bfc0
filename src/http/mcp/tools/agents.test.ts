import { describe, expect, it } from "vitest";
import { openBusRoom, post } from "#test/fakes/door/bus-room";
import { connectMcp } from "#test/fakes/door/mcp";
import { verifies } from "#test/verifies";
import { like } from "#test/matching";

const keys = (body: unknown): readonly string[] => Object.keys((body ?? {}) as object);

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
      token: like(/^[0-9a-f]{64}$/),
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
    await expect(room.bee.tool("agent_list")).rejects.toThrow("BadToken");
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
