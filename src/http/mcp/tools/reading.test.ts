import { describe, expect, it } from "vitest";
import { openBusRoom, post } from "#test/fakes/door/bus-room";
import { putLines } from "#test/fakes/door/furnish";
import { holding, like } from "#test/matching";

const keys = (body: unknown): readonly string[] => Object.keys((body ?? {}) as object);
const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
type Rows = Record<string, unknown>[];

/** As on the bus: a program that asks for everything gets what one answer holds. */
it("limits above the most that an answer holds are taken as that, in every tool", async () => {
  await using room = await openBusRoom();
  const id = await room.thread();
  await post(room.bee, id, "found");
  const many = { limit: 1_000_000 };
  expect(await room.bee.tool("msg_list", { thread_id: id, ...many })).toMatchObject({ isError: false });
  expect(await room.bee.tool("msg_search", { query: "found", ...many })).toMatchObject({ isError: false, body: { total: 1 } });
  expect(await room.bee.tool("thread_list", many)).toMatchObject({ isError: false, body: { total: 1 } });
  expect(await room.bee.tool("question_list", many)).toMatchObject({ isError: false });
  for (const limit of [-1, "many"]) expect(await room.bee.tool("msg_list", { thread_id: id, limit })).toMatchObject({ isError: true });
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
      content: holding("## Section: Thread Create (Provided By Creator)\n\nOnly haiku."),
    });
    expect(list[1]).toMatchObject({ seq: 1, author_id: room.bee.id, metadata: { a: 1 }, created_at: like(stamp) });
    expect((await room.mia.tool("msg_list", { thread_id: id, return_format: "json", include_system_prompt: false })).list).toHaveLength(1);
    expect(await room.mia.tool("msg_list", { thread_id: "thr_none" })).toMatchObject({ isError: true, body: { error: "THREAD_NOT_FOUND" } });
  });

  it("answers with as much as one answer holds, says where to go on, and reaches every line", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const large = (i: number): string => `${i} ${"x".repeat(200_000)}`;
    await putLines(
      room.door,
      id as `thr_${string}`,
      Array.from({ length: 12 }, (_, i) => large(i + 1)),
    );
    const seqs: number[] = [];
    for (let after = -1, more = true; more;) {
      const { content, list } = await room.mia.tool("msg_list", {
        thread_id: id,
        after_seq: after,
        limit: 100,
        return_format: "json",
        include_system_prompt: false,
      });
      expect(JSON.stringify(content).length).toBeLessThan(1.2 * 1024 * 1024);
      expect(list.length).toBeGreaterThan(0);
      seqs.push(...list.map((line) => Number(line["seq"])));
      const last = content.at(1);
      const place = last?.type === "text" ? (JSON.parse(last.text) as Record<string, unknown>) : {};
      expect(place["next_after_seq"]).toBe(place["has_more"] === true ? seqs.at(-1) : undefined);
      more = place["has_more"] === true;
      after = seqs.at(-1) ?? 0;
    }
    expect(seqs).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
    const newest = await room.mia.tool("msg_list", { thread_id: id, return_format: "json", include_system_prompt: false });
    expect(newest.list.map((line) => line["seq"])).toEqual([8, 9, 10, 11, 12]);
    expect(newest.content).toHaveLength(2);
    const waited = await room.bee.tool("msg_wait", { thread_id: id, after_seq: 2, return_format: "json", timeout_ms: 0 });
    expect(waited.body).toMatchObject({ messages: [{ seq: 3 }, { seq: 4 }, { seq: 5 }, { seq: 6 }, { seq: 7 }], current_seq: 7 });
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
      { data: `${pixel.slice(0, 76)}\n${pixel.slice(76)}\n`, mimeType: "image/jpeg" },
      { url: "https://example.org/a.png" },
      { name: "notes.txt" },
    ];
    await post(room.bee, id, "look", { metadata: { attachments } });
    const { content } = await room.mia.tool("msg_list", { thread_id: id, include_system_prompt: false });
    expect(content).toEqual([
      { type: "text", text: like(/^\[1\] bee \(assistant\) \d{4}-.*\+00:00$/) },
      { type: "text", text: "look" },
      { type: "image", data: pixel, mimeType: "image/png" },
      { type: "image", data: pixel, mimeType: "image/png" },
      { type: "text", text: "[image] https://example.org/a.png" },
      { type: "text", text: "[file] notes.txt" },
    ]);
    expect((await room.mia.tool("msg_list", { thread_id: id, include_system_prompt: false, include_attachments: false })).content).toHaveLength(2);
  });

  it("names what is said to be a picture and is none, so that no client chokes on it", async () => {
    await using room = await openBusRoom();
    const id = await room.thread();
    const cut = pixel.slice(0, -1);
    const stray = pixel.replace(/gg==$/, "gh==");
    const words: readonly unknown[] = [
      { data: "%%%", mimeType: "image/png" },
      { base64: "%%" },
      { data: "", url: "data:image/png;base64,====" },
      "data:image/png;base64,ab-_",
      `data:image/png;base64,${cut}`,
      "a".repeat(64),
      "b".repeat(65),
      stray,
      { data: cut, mimeType: "image/webp" },
      { data: Buffer.from("<svg/>").toString("base64"), mimeType: "image/svg+xml" },
    ];
    await room.door.call("POST", `/api/threads/${id}/messages`, { token: room.ann.token, body: { content: "see", metadata: { attachments: words } } });
    for (const name of ["msg_list", "msg_wait"]) {
      const { content } = await room.bee.tool(name, { thread_id: id, after_seq: 0, include_system_prompt: false });
      const shown = content.slice(-words.length).map((block) => (block.type === "text" ? block.text : block.type));
      expect(shown).toEqual([
        "[image] %%%",
        "[image] %%",
        "[image] data:image/png;base64,====",
        "[image] data:image/png;base64,ab-_",
        `[image] ${`data:image/png;base64,${cut}`.slice(0, 100)}`,
        `[image] ${"a".repeat(64)}`,
        `[image] ${"b".repeat(65)}`,
        `[image] ${stray}`,
        `[image] ${cut.slice(0, 100)}`,
        "[image] PHN2Zy8+",
      ]);
    }
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
      expect(`${name} ${JSON.stringify(content)}`).not.toContain("swordfish");
    }
    expect((await cat.tool("msg_search", { query: "swordfish" })).body).toMatchObject({ results: [], total: 0 });
    expect((await room.mia.tool("msg_search", { query: "swordfish" })).body).toMatchObject({ total: 1 });
    expect((await room.mia.tool("msg_get", { message_id: message })).body["message"]).toMatchObject({ content: "no, swordfish it was" });
  });
});
