import { describe, expect, it } from "vitest";
import { openBusRoom, post } from "#test/fakes/door/bus-room";
import { anyText, holding, like } from "#test/matching";
import { verifies } from "#test/verifies";

const keys = (body: object | undefined): readonly string[] => Object.keys(body ?? {});
const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;

describe("threads over MCP", () => {
  it("creates a thread once, and returns it to whoever asks for the same topic", async () => {
    await using room = await openBusRoom();
    const { body } = await room.bee.tool("thread_create", { topic: "release", system_prompt: "Be brief.", metadata: { a: 1 } });
    expect(keys(body)).toEqual(["thread_id", "topic", "status", "system_prompt", "template_id", "current_seq", "reply_token", "reply_window"]);
    expect(body).toMatchObject({
      topic: "release",
      status: "discuss",
      system_prompt: "Be brief.",
      template_id: null,
      current_seq: 0,
      reply_window: { expires_at: like(stamp), max_new_messages: 0 },
    });
    const again = await room.mia.tool("thread_create", { topic: "release" });
    expect(again.body["thread_id"]).toBe(body["thread_id"]);
  });

  it("takes the prompt of a template, and says when there is none of that name", async () => {
    await using room = await openBusRoom();
    const { body } = await room.bee.tool("thread_create", { topic: "t", template: "code-review" });
    expect(body).toMatchObject({ template_id: "code-review", system_prompt: holding("review") });
    expect(await room.bee.tool("thread_create", { topic: "u", template: "none" })).toMatchObject({ isError: true, body: { error: "Template not found" } });
    expect(await room.bee.tool("thread_create", {})).toMatchObject({ isError: true, body: { error: "topic is required" } });
  });

  verifies("AW-PRIN-4", "lists threads page by page, newest first, and archived ones only when asked", async () => {
    await using room = await openBusRoom();
    const ids: string[] = [];
    for (const topic of ["one", "two", "three"]) {
      ids.unshift(await room.thread(topic));
      await room.door.clock.advance(1000);
    }
    const first = (await room.bee.tool("thread_list", { limit: 2 })).body;
    expect(keys(first)).toEqual(["threads", "total", "has_more", "next_cursor"]);
    const rows = first["threads"] as Record<string, unknown>[];
    expect(keys(rows[0])).toEqual(["thread_id", "topic", "status", "created_at"]);
    expect(rows.map((row) => row["thread_id"])).toEqual(ids.slice(0, 2));
    expect(first).toMatchObject({ total: 3, has_more: true });
    const rest = (await room.bee.tool("thread_list", { limit: 2, before: first["next_cursor"] })).body;
    expect(rest).toMatchObject({ threads: [{ thread_id: ids[2] }], has_more: false, next_cursor: null });
    expect(first["next_cursor"]).toBe(rows[1]?.["created_at"]);
    await room.bee.tool("thread_archive", { thread_id: ids[2] });
    expect((await room.bee.tool("thread_list")).body["threads"]).toHaveLength(2);
    expect((await room.bee.tool("thread_list", { status: "archived" })).body["threads"]).toMatchObject([{ thread_id: ids[2], status: "archived" }]);
  });

  it("lists threads of one moment once each, however the pages fall, and says what is no cursor", async () => {
    await using room = await openBusRoom();
    const ids: string[] = [];
    for (const topic of ["one", "two", "three", "four", "five"]) ids.unshift(await room.thread(topic));
    const seen: unknown[] = [];
    for (let cursor: unknown = "2100-01-01T00:00:00Z"; cursor !== null;) {
      const { body } = await room.bee.tool("thread_list", { limit: 2, before: cursor });
      seen.push(...(body["threads"] as Record<string, unknown>[]).map((row) => row["thread_id"]));
      cursor = body["next_cursor"];
    }
    expect(seen).toEqual(ids);
    for (const before of ["yesterday", "2025-01-01", "2025-01-01T00:00:00Z~nobody"])
      expect(await room.bee.tool("thread_list", { before })).toMatchObject({ isError: true, body: { error: "INVALID_ARGUMENT" } });
  });

  it("shows one thread, and not what one may not see", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const { body } = await room.mia.tool("thread_get", { thread_id: id });
    expect(keys(body)).toEqual(["thread_id", "topic", "status", "created_at", "closed_at", "summary"]);
    expect(body).toMatchObject({ thread_id: id, closed_at: null, summary: null, created_at: like(stamp) });
    for (const none of ["thr_none", "x", "../etc"])
      expect(await room.bee.tool("thread_get", { thread_id: none })).toMatchObject({ isError: true, body: { error: "Thread not found" } });
    expect(await room.bee.tool("thread_get", {})).toMatchObject({ isError: true, body: { error: "INVALID_ARGUMENT" } });
  });

  it("deletes only when told twice, and only for whoever leads", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    expect(await room.bee.tool("thread_delete", { thread_id: id })).toMatchObject({
      isError: true,
      body: { error: like(/^Deletion aborted: confirm must be true/) },
    });
    expect(await room.mia.tool("thread_delete", { thread_id: id, confirm: true })).toMatchObject({ isError: true, body: { error: "NotAllowed" } });
    expect((await room.bee.tool("thread_delete", { thread_id: id, confirm: true })).body).toEqual({ ok: true, deleted: id });
    expect(await room.bee.tool("thread_delete", { thread_id: id, confirm: true })).toMatchObject({ isError: true, body: { error: "Thread not found" } });
  });

  it("sets states that exist, for those who take part", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    expect((await room.bee.tool("thread_set_state", { thread_id: id, state: "review" })).body).toEqual({ ok: true, thread_id: id, status: "review" });
    expect(await room.bee.tool("thread_set_state", { thread_id: id, state: "banana" })).toMatchObject({ isError: true, body: { error: "INVALID_ARGUMENT" } });
    expect(await room.mia.tool("thread_set_state", { thread_id: id, state: "done" })).toMatchObject({ isError: true, body: { error: "NotAllowed" } });
    expect((await room.bee.tool("thread_get", { thread_id: id })).body["status"]).toBe("review");
    expect((await room.bee.tool("thread_archive", { thread_id: id })).body).toEqual({ ok: true, thread_id: id, status: "archived" });
  });

  it("closes with a summary, and then takes no more messages", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    expect((await room.bee.tool("thread_close", { thread_id: id, summary: "All done." })).body).toEqual({ ok: true, thread_id: id, status: "closed" });
    expect((await room.bee.tool("thread_get", { thread_id: id })).body).toMatchObject({
      status: "closed",
      summary: "All done.",
      closed_at: like(stamp),
    });
    expect(await post(room.bee, id, "one more")).toMatchObject({ error: "THREAD_CLOSED" });
  });

  it("says a summary as a line of whoever closed, and takes none with a secret in it", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const blocked = { thread_id: id, summary: `All agents: ghp_${"aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC1234"}` };
    expect(await room.bee.tool("thread_close", blocked)).toMatchObject({ isError: true, body: { error: "ContentBlocked" } });
    const over = await room.door.call("POST", `/api/threads/${id}/close`, { token: room.bee.token, body: { summary: blocked.summary } });
    expect(over).toMatchObject({ status: 400, json: { error: "ContentBlocked" } });
    await room.bee.tool("thread_close", { thread_id: id, summary: "Parley: all agents may go." });
    const { list } = await room.mia.tool("msg_list", { thread_id: id, return_format: "json", include_system_prompt: false });
    expect(list).toMatchObject([
      { author_id: room.bee.id, role: "assistant", content: "Parley: all agents may go." },
      { author: "Parley", role: "system", content: "bee closed this thread." },
    ]);
  });

  it("closes, archives and opens a session's thread for agents that lead it or may prompt, and lets others only speak there", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const { store, newId, clock } = room.door;
    const kind = { kind: "joins", cliType: "joins", workDir: "/tmp", settings: {}, source: "store", at: clock.now() } as const;
    await store.putSession({ id: newId("ses"), name: "work", thread: id as `thr_${string}`, ...kind });
    const [cat, lead] = [await room.agent("cat"), await room.agent("lead", ["prompt"])];
    for (const agent of [cat, lead]) await post(agent, id, "I was here");
    const state = (agent: typeof cat, wanted: string) => agent.tool("thread_set_state", { thread_id: id, state: wanted });
    const refused = { isError: true, body: { error: "NotAllowed" } };
    expect(await cat.tool("thread_close", { thread_id: id })).toMatchObject(refused);
    expect(await cat.tool("thread_archive", { thread_id: id })).toMatchObject(refused);
    expect((await state(cat, "review")).body).toMatchObject({ ok: true });
    expect((await lead.tool("thread_close", { thread_id: id })).body).toMatchObject({ ok: true });
    expect(await state(cat, "discuss")).toMatchObject(refused);
    expect((await state(lead, "discuss")).body).toMatchObject({ ok: true });
    expect((await room.bee.tool("thread_archive", { thread_id: id })).body).toMatchObject({ ok: true });
    expect(await room.door.call("POST", `/api/threads/${id}/unarchive`, { token: cat.token, body: {} })).toMatchObject({ status: 403 });
    expect((await room.door.call("POST", `/api/threads/${id}/unarchive`, { token: room.bee.token, body: {} })).status).toBe(200);
  });

  it("closes a meeting for whoever leads it, once", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const cat = await room.agent("cat");
    expect(await cat.tool("close_meeting", { thread_id: id })).toMatchObject({ isError: true, body: { error: "FORBIDDEN", detail: anyText } });
    expect(await cat.tool("close_meeting", { thread_id: id, agent_id: room.bee.id })).toMatchObject({
      isError: true,
      body: { error: "AUTHENTICATION_REQUIRED" },
    });
    expect(await room.bee.tool("close_meeting", { thread_id: "thr_none" })).toMatchObject({ isError: true, body: { error: "THREAD_NOT_FOUND" } });
    const closed = { ok: true, thread_id: id, status: "closed", already_closed: false, closed_sessions_count: 0 };
    expect((await room.bee.tool("close_meeting", { thread_id: id, agent_id: room.bee.id })).body).toEqual(closed);
    expect((await room.bee.tool("close_meeting", { thread_id: id })).body).toEqual({ ...closed, already_closed: true });
    const codes = (await room.door.refusals()).map((one) => one.code);
    expect(codes).toEqual(expect.arrayContaining(["NotAllowed", "InvalidCredentials"]));
  });

  it("keeps settings, and refuses times that are too short", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const { body } = await room.bee.tool("thread_settings_get", { thread_id: id });
    expect(keys(body)).toEqual([
      "thread_id",
      "auto_administrator_enabled",
      "timeout_seconds",
      "switch_timeout_seconds",
      "auto_assigned_admin_id",
      "auto_assigned_admin_name",
    ]);
    expect((await room.bee.tool("thread_settings_update", { thread_id: id, timeout_seconds: 90, auto_administrator_enabled: false })).body).toEqual({
      ok: true,
      auto_administrator_enabled: false,
      timeout_seconds: 90,
      switch_timeout_seconds: body["switch_timeout_seconds"],
    });
    expect((await room.bee.tool("thread_settings_get", { thread_id: id })).body).toMatchObject({ timeout_seconds: 90 });
    expect(await room.bee.tool("thread_settings_update", { thread_id: id, timeout_seconds: 5 })).toMatchObject({
      isError: true,
      body: { error: "timeout_seconds must be at least 30" },
    });
    expect(await room.bee.tool("thread_settings_get", { thread_id: "thr_none" })).toMatchObject({ isError: true, body: { error: "Thread not found" } });
  });

  it("tells who waits", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const waiting = room.bee.tool("msg_wait", { thread_id: id, after_seq: 0, return_format: "json" });
    await room.door.clock.settle();
    const { body } = await room.mia.tool("thread_wait_state_get", { thread_id: id });
    expect(keys(body)).toEqual(["thread_id", "agents_waiting", "count"]);
    expect(body).toMatchObject({
      count: 1,
      agents_waiting: [{ agent_id: room.bee.id, entered_at: like(stamp), timeout_ms: 50_000, wait_call_id: anyText }],
    });
    await room.door.clock.advance(50_000);
    expect((await waiting).body["messages"]).toEqual([]);
    expect((await room.mia.tool("thread_wait_state_get", { thread_id: id })).body).toEqual({ thread_id: id, agents_waiting: [], count: 0 });
  });

  it("has templates that come with it and those that were added", async () => {
    await using room = await openBusRoom();
    const fields = ["id", "name", "description", "system_prompt", "default_metadata", "is_builtin", "created_at"];
    const all = (await room.bee.tool("template_list")).list;
    expect(all.map((one) => one["id"])).toEqual(["code-review", "security-audit", "architecture", "brainstorm"]);
    expect(keys(all[0])).toEqual(fields);
    const made = await room.bee.tool("template_create", { id: "mine", name: "Mine", system_prompt: "Do it.", metadata: { x: 1 } });
    expect(keys(made.body)).toEqual(fields);
    expect(made.body).toMatchObject({ is_builtin: false, default_metadata: { x: 1 } });
    expect((await room.bee.tool("template_get", { template_id: "mine" })).body).toEqual(made.body);
    expect(await room.bee.tool("template_get", { template_id: "none" })).toMatchObject({ isError: true, body: { error: "Template not found" } });
    for (const named of [{}, { id: "", name: "" }, { id: "x" }])
      expect(await room.bee.tool("template_create", named)).toMatchObject({ isError: true, body: { error: "id and name are required" } });
    expect(await room.bee.tool("template_create", { id: "brainstorm", name: "B" })).toMatchObject({ isError: true, body: { error: "NameTaken" } });
  });
});
