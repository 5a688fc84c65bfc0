import { describe, expect, it } from "vitest";
import { openBusRoom, post } from "#test/fakes/door/bus-room";
import { like } from "#test/matching";

const keys = (body: unknown): readonly string[] => Object.keys((body ?? {}) as object);
const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;

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
      edits: [{ version: 1, old_content: "first", edited_by: room.bee.id, created_at: like(stamp) }],
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

  it("counts an edit as a line, by every road", async () => {
    await using room = await openBusRoom({ agentPostsPerMinute: 2 });
    const { msg_id: message } = await post(room.bee, await room.thread(), "one");
    const edit = (text: string) => room.bee.tool("msg_edit", { message_id: message, new_content: text });
    expect((await edit("two")).body).toMatchObject({ version: 1 });
    expect(await edit("three")).toMatchObject({ isError: true, body: { error: "RateLimitExceeded", limit: 2, retry_after: 60 } });
    const over = await room.door.call("PUT", `/api/messages/${String(message)}`, { token: room.bee.token, body: { content: "three" } });
    expect(over).toMatchObject({ status: 429, json: { error: "Rate limit exceeded" } });
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
    const nothing = { message_id: "msg_none", reaction: "agree" };
    expect(await room.bee.tool("msg_unreact", nothing)).toMatchObject({ isError: false, body: { removed: false, ...nothing } });
    for (const who of ["missing", "agt_none"]) {
      const claimed = { message_id: "missing", agent_id: who, reaction: "agree" };
      expect((await room.bee.tool("msg_unreact", claimed)).body).toMatchObject({ removed: false, message_id: "missing" });
      expect((await room.bee.tool("msg_react", claimed)).body).toMatchObject({ error: "MESSAGE_NOT_FOUND", message_id: "missing" });
      expect((await room.bee.tool("msg_unreact", { ...claimed, message_id: message })).body).toMatchObject({ error: "InvalidCredentials" });
    }
    expect(await room.bee.tool("msg_react", { message_id: "msg_none", reaction: "agree" })).toMatchObject({
      isError: true,
      body: { error: "MESSAGE_NOT_FOUND", message_id: "msg_none" },
    });
  });
});
