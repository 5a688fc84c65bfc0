import { describe, expect, it } from "vitest";
import { openBusRoom, post } from "#test/fakes/door/bus-room";
import { putQuestion } from "#test/fakes/door/furnish";
import { connectMcp } from "#test/fakes/door/mcp";
import { anyText, holding, like } from "#test/matching";

const keys = (body: unknown): readonly string[] => Object.keys((body ?? {}) as object);
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
    expect(refused.body["CRITICAL_REMINDER"]).toMatch(/^Others have written/);
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
      body: { error: "MissingSyncFieldsError", missing_fields: ["expected_last_seq", "reply_token"], REMINDER: anyText, action: "CALL_MSG_WAIT" },
    });
    const invalid = {
      isError: true,
      body: { error: "ReplyTokenInvalidError", detail: like(/^TOKEN_INVALID/), REMINDER: anyText, action: "CALL_MSG_WAIT" },
    };
    expect(await send({ expected_last_seq: 0, reply_token: "made.up" })).toMatchObject(invalid);
    expect(await send({ expected_last_seq: 0, reply_token: (await fresh(cat))["reply_token"] })).toMatchObject(invalid);
    expect(await send({ expected_last_seq: 0, reply_token: (await fresh(room.bee, other))["reply_token"] })).toMatchObject(invalid);
    expect(await send({ expected_last_seq: 999_999, reply_token: (await fresh())["reply_token"] })).toMatchObject({
      isError: true,
      body: { error: "SeqMismatchError", current_seq: 0, new_messages_1st_read: [], CRITICAL_REMINDER: like(/^Nobody has written/) },
    });
    const { reply_token: used } = await fresh();
    expect(await send({ expected_last_seq: 0, reply_token: used })).toMatchObject({ isError: false });
    expect(await send({ expected_last_seq: 0, reply_token: used })).toMatchObject({
      isError: true,
      body: { error: "ReplyTokenReplayError", detail: like(/^TOKEN_REPLAY/), consumed_at: anyText, action: "CALL_MSG_WAIT" },
    });
    expect(await send({ expected_last_seq: 1, reply_token: used })).toMatchObject({
      isError: true,
      body: { error: "ReplyTokenReplayError", detail: like(/^TOKEN_REPLAY/), consumed_at: anyText, action: "CALL_MSG_WAIT" },
    });
    const { reply_token: old } = await fresh();
    await room.door.clock.advance(3_600_000);
    expect(await send({ expected_last_seq: 1, reply_token: old })).toMatchObject({
      isError: true,
      body: { error: "ReplyTokenExpiredError", detail: like(/^TOKEN_EXPIRED/), expires_at: anyText, action: "CALL_MSG_WAIT" },
    });
  });

  it("carries a person's command out once for each token, and says what came of it", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const fresh = async (afterSeq = 0) => (await room.ann.tool("msg_wait", { thread_id: id, after_seq: afterSeq, timeout_ms: 0, return_format: "json" })).body;
    const send = (content: string, { current_seq: place, reply_token: token }: Record<string, unknown>) =>
      room.ann.tool("msg_post", { thread_id: id, content, expected_last_seq: place, reply_token: token });
    const ran = async () => {
      const { records } = await room.door.hub.access.audit({ kind: "operator" }, { limit: 100 });
      return (records as Rows).filter((one) => one["kind"] === "run").length;
    };

    const read = await fresh();
    const told = await send("!!whoami", read);
    expect(told).toMatchObject({
      isError: false,
      body: { note: anyText, run: { line: "!!whoami", exit_code: 0, text: holding("Ann") }, current_seq: 0, reply_token: anyText },
    });
    const replayed = { isError: true, body: { error: "ReplyTokenReplayError", action: "CALL_MSG_WAIT" } };
    for (const again of ["!!whoami", "and now a line"]) expect(await send(again, read)).toMatchObject(replayed);
    expect(await ran()).toBe(1);
    const chained = await send("!!nonsense", told.body);
    expect(chained).toMatchObject({ isError: true, body: { run: { exit_code: 1, code: "UnknownCommand" } } });
    expect((await send("a line", chained.body)).body).toMatchObject({ seq: 1 });
    expect(await send("!!whoami", chained.body)).toMatchObject({
      isError: true,
      body: { error: "SeqMismatchError", new_messages_1st_read: [{ content: "a line" }] },
    });
    const both = await fresh(1);
    const outcomes = await Promise.all([send("!!whoami", both), send("!!whoami", both)]);
    expect(outcomes.filter((one) => one.isError)).toHaveLength(1);
    expect(await ran()).toBe(3);
  });

  it("takes a person's answer to a question as one, once for each token", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const question = await putQuestion(room.door, id as `thr_${string}`);
    const made = await room.door.hub.access.createToken({ kind: "operator" }, { person: "Ann", answers: true });
    await using ann = await connectMcp(room.door.port, made.token);
    const { current_seq: place, reply_token: token } = (await ann.tool("msg_wait", { thread_id: id, after_seq: 0, timeout_ms: 0, return_format: "json" })).body;
    const yes = () => ann.tool("msg_post", { thread_id: id, content: "yes", expected_last_seq: place, reply_token: token });
    expect(await yes()).toMatchObject({ isError: false, body: { note: anyText, answered: { id: question.id, state: "answered" }, current_seq: place } });
    expect(await yes()).toMatchObject({ isError: true, body: { error: "ReplyTokenReplayError" } });
    expect((await room.ann.tool("msg_list", { thread_id: id, return_format: "json", include_system_prompt: false })).list).toMatchObject([
      { content: "clean up" },
    ]);
  });

  it("refuses what is no message", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    expect(await post(room.bee, id, " ")).toMatchObject({ error: "INVALID_ARGUMENT" });
    expect(await post(room.bee, id, "x".repeat(300_000))).toMatchObject({ error: "INVALID_ARGUMENT" });
    expect(await post(room.bee, id, "x", { metadata: { stop_reason: "bored" } })).toMatchObject({
      error: "INVALID_ARGUMENT",
      detail: holding("stop_reason"),
    });
    expect(await room.bee.tool("msg_post", { thread_id: "thr_none", author: room.bee.id, content: "x", expected_last_seq: 0, reply_token: "t" })).toMatchObject(
      { isError: true, body: { error: "INVALID_ARGUMENT", detail: "THREAD_NOT_FOUND" } },
    );
    const { msg_id: elsewhere } = await post(room.bee, await room.thread("another"), "elsewhere");
    for (const message of ["msg_none", "nonsense", elsewhere])
      expect(await post(room.bee, id, "x", { reply_to_msg_id: message })).toEqual({
        error: "INVALID_ARGUMENT",
        detail: "MESSAGE_NOT_FOUND: reply_to_msg_id names no message of this thread.",
      });
  });

  it("says by how much it was too fast, in the words of the bus", async () => {
    await using room = await openBusRoom({ agentPostsPerMinute: 1 });
    const id = await room.thread();
    await post(room.bee, id, "one");
    const told = await post(room.bee, id, "two");
    expect(keys(told)).toEqual(["error", "detail", "limit", "window", "retry_after", "scope"]);
    expect(told).toMatchObject({ error: "RateLimitExceeded", limit: 1, window: 60, retry_after: 60, scope: "author" });
    expect(await post(room.mia, id, "a person's")).toMatchObject({ seq: 2 });
  });

  it("refuses what carries a key, in a post and in an edit, and says which kind", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const blocked = { error: "Content blocked by filter", pattern: "AWS Access Key ID", detail: holding("Content blocked: detected AWS Access Key ID") };
    const key = `AKIA${"Q3EGRT5VXW7ZPL2N"}`;
    expect(await post(room.bee, id, `use ${key}`)).toEqual(blocked);
    const { msg_id: message } = await post(room.bee, id, "use the one in the vault");
    expect(await room.bee.tool("msg_edit", { message_id: message, new_content: key })).toMatchObject({ isError: true, body: blocked });
  });
});
