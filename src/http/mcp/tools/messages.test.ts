import { describe, expect, it } from "vitest";
import { openBusRoom, post } from "#test/fakes/door/bus-room";
import { putLines } from "#test/fakes/door/furnish";

const keys = (body: unknown): readonly string[] => Object.keys((body ?? {}) as object);
const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
type Rows = Record<string, unknown>[];

describe("posting over MCP", () => {
  it("posts with what the wait before it said, and says what the next post needs", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const first = await post(room.bee, id, "hello", { author: room.bee.id });
    expect(keys(first)).toEqual(["msg_id", "seq", "current_seq", "reply_token", "reply_window"]);
    expect(first).toMatchObject({ seq: 1, current_seq: 1 });
    const { body: second } = await room.bee.tool("msg_post", {
      thread_id: id,
      author: "bee",
      content: "and",
      expected_last_seq: first["current_seq"],
      reply_token: first["reply_token"],
      reply_to_msg_id: first["msg_id"],
      priority: "urgent",
      mentions: ["cat"],
      metadata: { handoff_target: "cat", stop_reason: "complete", mine: { a: [1] } },
    });
    expect(keys(second)).toEqual([
      "msg_id",
      "seq",
      "reply_to_msg_id",
      "current_seq",
      "reply_token",
      "reply_window",
      "priority",
      "handoff_target",
      "stop_reason",
    ]);
    expect(second).toMatchObject({ seq: 2, reply_to_msg_id: first["msg_id"], priority: "urgent", handoff_target: "cat", stop_reason: "complete" });
    const { body } = await room.bee.tool("msg_get", { message_id: second["msg_id"] });
    expect(body["message"]).toMatchObject({
      metadata: { handoff_target: "cat", stop_reason: "complete", mine: { a: [1] }, mentions: ["cat"] },
      priority: "urgent",
    });
  });

  it("posts nothing when others wrote meanwhile, shows what was missed, and lets the next wait answer at once", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const read = (await room.bee.tool("msg_wait", { thread_id: id, after_seq: 0, timeout_ms: 0, return_format: "json" })).body;
    await room.mia.tool("msg_post", { thread_id: id, content: "me first" });
    const refused = await room.bee.tool("msg_post", {
      thread_id: id,
      author: room.bee.id,
      content: "blind",
      expected_last_seq: read["current_seq"],
      reply_token: read["reply_token"],
    });
    expect(refused.isError).toBe(true);
    expect(keys(refused.body)).toEqual(["error", "detail", "expected_last_seq", "current_seq", "CRITICAL_REMINDER", "new_messages_1st_read", "action"]);
    expect(refused.body).toMatchObject({
      error: "SeqMismatchError",
      detail: "SEQ_MISMATCH: expected_last_seq=0, current_seq=1",
      expected_last_seq: 0,
      current_seq: 1,
      action: "READ_MESSAGES_THEN_CALL_MSG_WAIT",
    });
    const [missed] = refused.body["new_messages_1st_read"] as Rows;
    const record = [
      "id",
      "thread_id",
      "seq",
      "priority",
      "author",
      "author_id",
      "author_name",
      "author_emoji",
      "role",
      "content",
      "metadata",
      "reply_to_msg_id",
      "created_at",
      "edited_at",
      "edit_version",
      "reactions",
    ];
    expect(keys(missed)).toEqual(record);
    expect(missed).toMatchObject({ seq: 1, author_name: "Mia", content: "me first" });
    const fresh = await room.bee.tool("msg_wait", { thread_id: id, after_seq: 1, return_format: "json" });
    expect(fresh.body).toMatchObject({ messages: [], current_seq: 1 });
    const posted = await room.bee.tool("msg_post", {
      thread_id: id,
      author: room.bee.id,
      content: "seen",
      expected_last_seq: 1,
      reply_token: fresh.body["reply_token"],
    });
    expect(posted.body).toMatchObject({ seq: 2 });
  });

  it("names what is wrong with a token, and what to do next", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const other = await room.thread("another");
    const cat = await room.agent("cat");
    const fresh = async (who = room.bee, thread = id) =>
      (await who.tool("msg_wait", { thread_id: thread, after_seq: 0, timeout_ms: 0, return_format: "json" })).body;
    const send = (more: object) => room.bee.tool("msg_post", { thread_id: id, author: room.bee.id, content: "x", ...more });
    expect(await send({})).toMatchObject({
      isError: true,
      body: { error: "MissingSyncFieldsError", missing_fields: ["expected_last_seq", "reply_token"], REMINDER: expect.any(String), action: "CALL_MSG_WAIT" },
    });
    const invalid = {
      isError: true,
      body: { error: "ReplyTokenInvalidError", detail: expect.stringMatching(/^TOKEN_INVALID/), REMINDER: expect.any(String), action: "CALL_MSG_WAIT" },
    };
    expect(await send({ expected_last_seq: 0, reply_token: "made.up" })).toMatchObject(invalid);
    expect(await send({ expected_last_seq: 0, reply_token: (await fresh(cat))["reply_token"] })).toMatchObject(invalid);
    expect(await send({ expected_last_seq: 0, reply_token: (await fresh(room.bee, other))["reply_token"] })).toMatchObject(invalid);
    expect(await send({ expected_last_seq: 999_999, reply_token: (await fresh())["reply_token"] })).toMatchObject({
      isError: true,
      body: { error: "SeqMismatchError", current_seq: 0 },
    });
    const { reply_token: used } = await fresh();
    expect(await send({ expected_last_seq: 0, reply_token: used })).toMatchObject({ isError: false });
    expect(await send({ expected_last_seq: 0, reply_token: used })).toMatchObject({
      isError: true,
      body: { error: "ReplyTokenReplayError", detail: expect.stringMatching(/^TOKEN_REPLAY/), consumed_at: expect.any(String), action: "CALL_MSG_WAIT" },
    });
    const { reply_token: old } = await fresh();
    await room.door.clock.advance(3_600_000);
    expect(await send({ expected_last_seq: 1, reply_token: old })).toMatchObject({
      isError: true,
      body: { error: "ReplyTokenExpiredError", detail: expect.stringMatching(/^TOKEN_EXPIRED/), expires_at: expect.any(String), action: "CALL_MSG_WAIT" },
    });
  });

  it("refuses what is no message", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    expect(await post(room.bee, id, " ")).toMatchObject({ error: "INVALID_ARGUMENT" });
    expect(await post(room.bee, id, "x".repeat(300_000))).toMatchObject({ error: "INVALID_ARGUMENT" });
    expect(await post(room.bee, id, "x", { metadata: { stop_reason: "bored" } })).toMatchObject({
      error: "INVALID_ARGUMENT",
      detail: expect.stringContaining("stop_reason"),
    });
    expect(await room.bee.tool("msg_post", { thread_id: "thr_none", author: room.bee.id, content: "x", expected_last_seq: 0, reply_token: "t" })).toMatchObject(
      { isError: true, body: { error: "INVALID_ARGUMENT", detail: "THREAD_NOT_FOUND" } },
    );
  });
});

describe("reading over MCP", () => {
  it("lists messages as JSON, the rules first", async () => {
    await using room = await openBusRoom();
    const { body: made } = await room.bee.tool("thread_create", { topic: "ruled", system_prompt: "Only haiku." });
    const id = String(made["thread_id"]);
    await post(room.bee, id, "one", { metadata: { a: 1 } });
    const { list } = await room.mia.tool("msg_list", { thread_id: id, return_format: "json" });
    const fields = [
      "msg_id",
      "thread_id",
      "seq",
      "author",
      "author_id",
      "author_name",
      "role",
      "content",
      "created_at",
      "metadata",
      "reply_to_msg_id",
      "reactions",
    ];
    expect(list.map(keys)).toEqual([fields, fields]);
    expect(list[0]).toMatchObject({
      seq: 0,
      role: "system",
      content: expect.stringContaining("## Section: Thread Create (Provided By Creator)\n\nOnly haiku."),
    });
    expect(list[1]).toMatchObject({ seq: 1, author_id: room.bee.id, metadata: { a: 1 }, created_at: expect.stringMatching(stamp) });
    expect((await room.mia.tool("msg_list", { thread_id: id, return_format: "json", include_system_prompt: false })).list).toHaveLength(1);
    expect(await room.mia.tool("msg_list", { thread_id: "thr_none" })).toMatchObject({ isError: true, body: { error: "THREAD_NOT_FOUND" } });
  });

  it("shows the newest lines of a long thread, and the oldest to whoever pages", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    await putLines(
      room.door,
      id as `thr_${string}`,
      Array.from({ length: 130 }, (_, i) => `line ${i + 1}`),
    );
    const seqs = async (args: object) =>
      (await room.bee.tool("msg_list", { thread_id: id, return_format: "json", include_system_prompt: false, ...args })).list.map(
        (row) => row["seq"] as number,
      );
    const newest = await seqs({});
    expect([newest[0], newest.at(-1), newest.length]).toEqual([31, 130, 100]);
    const oldest = await seqs({ after_seq: -1, limit: 30 });
    expect([oldest[0], oldest.at(-1)]).toEqual([1, 30]);
    expect(await seqs({ after_seq: 120, priority: "urgent" })).toEqual([]);
  });

  it("gives blocks to read: header, words, pictures", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const attachments = [
      `data:image/png;base64,${pixel}`,
      { data: pixel, mimeType: "image/jpeg" },
      { url: "https://example.org/a.png" },
      { name: "notes.txt" },
    ];
    await post(room.bee, id, "look", { metadata: { attachments } });
    const { content } = await room.mia.tool("msg_list", { thread_id: id, include_system_prompt: false });
    expect(content).toEqual([
      { type: "text", text: expect.stringMatching(/^\[1\] bee \(assistant\) \d{4}-.*\+00:00$/) },
      { type: "text", text: "look" },
      { type: "image", data: pixel, mimeType: "image/png" },
      { type: "image", data: pixel, mimeType: "image/jpeg" },
      { type: "text", text: "[image] https://example.org/a.png" },
      { type: "text", text: "[file] notes.txt" },
    ]);
    expect((await room.mia.tool("msg_list", { thread_id: id, include_system_prompt: false, include_attachments: false })).content).toHaveLength(2);
  });

  it("finds one message by its id", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const { msg_id: message } = await post(room.bee, id, "one");
    const { body } = await room.mia.tool("msg_get", { message_id: message });
    expect(keys(body)).toEqual(["found", "message"]);
    expect(keys(body["message"])).toEqual([
      "msg_id",
      "thread_id",
      "author",
      "content",
      "seq",
      "role",
      "reply_to_msg_id",
      "metadata",
      "created_at",
      "edited_at",
      "edit_version",
      "reactions",
    ]);
    expect(await room.mia.tool("msg_get", { message_id: "msg_none" })).toMatchObject({ isError: true, body: { found: false, message: null } });
  });

  it("searches in any script", async () => {
    await using room = await openBusRoom();
    const id = await room.thread("search");
    await post(room.bee, id, "我们今天讨论天气");
    await post(room.bee, id, "the weather is fine");
    const { body } = await room.mia.tool("msg_search", { query: "天气" });
    expect(keys(body)).toEqual(["results", "total", "query"]);
    const [hit] = body["results"] as Rows;
    expect(keys(hit)).toEqual(["message_id", "thread_id", "thread_topic", "author", "seq", "created_at", "snippet"]);
    expect(body).toMatchObject({ total: 1, query: "天气", results: [{ thread_topic: "search", seq: 1 }] });
    expect((await room.mia.tool("msg_search", { query: "weather", thread_id: id, limit: 1 })).body).toMatchObject({ total: 1 });
    expect(await room.mia.tool("msg_search", { query: "  " })).toMatchObject({ isError: true, body: { error: "query must not be empty" } });
  });

  it("shows agents that something was said to people, never what, also after an edit", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const cat = await room.agent("cat");
    const { msg_id: message } = await post(room.bee, id, "it is swordfish", { metadata: { visibility: "human_only" } });
    await room.bee.tool("msg_edit", { message_id: message, new_content: "no, swordfish it was" });
    for (const [name, args] of [
      ["msg_list", { thread_id: id, return_format: "json" }],
      ["msg_get", { message_id: message }],
      ["msg_edit_history", { message_id: message }],
      ["msg_wait", { thread_id: id, after_seq: 0, timeout_ms: 0 }],
    ] as const) {
      const { content } = await cat.tool(name, args);
      expect(JSON.stringify(content), name).not.toContain("swordfish");
    }
    expect((await cat.tool("msg_search", { query: "swordfish" })).body).toMatchObject({ results: [], total: 0 });
    expect((await room.mia.tool("msg_search", { query: "swordfish" })).body).toMatchObject({ total: 1 });
    expect((await room.mia.tool("msg_get", { message_id: message })).body["message"]).toMatchObject({ content: "no, swordfish it was" });
  });
});

describe("editing and reacting over MCP", () => {
  it("keeps what stood there before each edit", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const { msg_id: message } = await post(room.bee, id, "first");
    const { body } = await room.bee.tool("msg_edit", { message_id: message, new_content: "second" });
    expect(keys(body)).toEqual(["msg_id", "version", "edited_at", "edited_by"]);
    expect(body).toMatchObject({ msg_id: message, version: 1, edited_by: room.bee.id });
    expect((await room.bee.tool("msg_edit", { message_id: message, new_content: "second" })).body).toEqual({ no_change: true, version: 1 });
    const history = (await room.mia.tool("msg_edit_history", { message_id: message })).body;
    expect(keys(history)).toEqual(["message_id", "current_content", "edit_version", "edits"]);
    expect(history).toMatchObject({
      current_content: "second",
      edit_version: 1,
      edits: [{ version: 1, old_content: "first", edited_by: room.bee.id, created_at: expect.stringMatching(stamp) }],
    });
  });

  it("lets nobody edit as somebody else", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const cat = await room.agent("cat");
    const { msg_id: message } = await post(room.bee, id, "mine");
    expect(await cat.tool("msg_edit", { message_id: message, new_content: "yours" })).toMatchObject({ isError: true, body: { error: "NotAllowed" } });
    expect(await cat.tool("msg_edit", { message_id: message, new_content: "yours", agent_id: room.bee.id })).toMatchObject({
      isError: true,
      body: { error: "AUTHENTICATION_REQUIRED" },
    });
    expect(await cat.tool("msg_edit", { message_id: "msg_none", new_content: "x" })).toMatchObject({
      isError: true,
      body: { error: "Message 'msg_none' not found" },
    });
    expect(await cat.tool("msg_edit_history", { message_id: "msg_none" })).toMatchObject({ isError: true, body: { found: false, message_id: "msg_none" } });
  });

  it("puts a reaction on once and takes it off once", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const { msg_id: message } = await post(room.bee, id, "good");
    const reaction = { message_id: message, agent_id: room.bee.id, reaction: "agree" };
    const { body } = await room.bee.tool("msg_react", reaction);
    expect(keys(body)).toEqual(["reaction_id", "message_id", "agent_id", "agent_name", "reaction", "created_at"]);
    expect((await room.bee.tool("msg_react", reaction)).body).toEqual(body);
    expect((await room.mia.tool("msg_get", { message_id: message })).body["message"]).toMatchObject({
      reactions: [{ reaction: "agree", agent_id: room.bee.id }],
    });
    expect((await room.bee.tool("msg_unreact", reaction)).body).toEqual({ removed: true, message_id: message, reaction: "agree" });
    expect((await room.bee.tool("msg_unreact", reaction)).body).toMatchObject({ removed: false });
    expect(await room.bee.tool("msg_react", { message_id: "msg_none", reaction: "agree" })).toMatchObject({
      isError: true,
      body: { error: "MESSAGE_NOT_FOUND", message_id: "msg_none" },
    });
  });
});
