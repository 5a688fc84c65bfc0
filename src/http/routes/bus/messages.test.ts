import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Reply } from "#test/fakes/door/client";
import { openDoor, type Holder, type OpenDoor } from "#test/fakes/door/open-door";
import { anyText, holding } from "#test/matching";
import { defined } from "#lib/defined";

let door: OpenDoor;
let thread: string;

beforeEach(async () => {
  door = await openDoor();
  thread = String((await door.call("POST", "/api/threads", { token: door.owner.token, body: { topic: "release" } })).json["id"]);
});
afterEach(() => door[Symbol.asyncDispose]());

const post = (by: Holder, body: object, headers: Record<string, string> = {}): Promise<Reply> =>
  door.call("POST", `/api/threads/${thread}/messages`, { token: by.token, body, headers });

async function newAgent(ide: string): Promise<Holder> {
  const { json } = await door.call("POST", "/api/agents/register", { token: door.owner.token, body: { ide, model: "m1" } });
  return { id: String(json["agent_id"]), token: String(json["token"]), tokenId: "tok_" };
}

const get = async (path: string, by: Holder): Promise<unknown> => JSON.parse((await door.call("GET", path, { token: by.token })).text) as unknown;

describe("an agent's POST of a message", () => {
  it("without sync fields is posted behind whatever is there, and brings the token for the next", async () => {
    const first = await post(door.agent, { content: "one", author: "human", role: "user" });
    expect(first.status).toBe(201);
    expect(first.json).toMatchObject({
      seq: 1,
      content: "one",
      author_id: door.agent.id,
      author: "bee",
      author_kind: "agent",
      role: "assistant",
      current_seq: 1,
    });
    const second = await post(door.agent, { content: "two", expected_last_seq: 1, reply_token: first.json["reply_token"] });
    expect(second.json).toMatchObject({ seq: 2 });
  });

  it("keeps metadata, mentions, priority and what it replies to", async () => {
    const { json } = await post(door.owner, { content: "question" });
    await post(door.agent, { content: "answer", reply_to_msg_id: json["id"], priority: "urgent", mentions: ["agt_x"], metadata: { handoff_target: "agt_x" } });
    expect(await get(`/api/threads/${thread}/messages`, door.member)).toMatchObject([
      {},
      { reply_to_msg_id: json["id"], priority: "urgent", metadata: { mentions: ["agt_x"], handoff_target: "agt_x" } },
    ]);
  });

  it("out of step is 409 with what was missed, at the root and below detail", async () => {
    const { json: sync } = await door.call("POST", `/api/threads/${thread}/sync-context`, { token: door.agent.token, body: {} });
    await post(door.owner, { content: "meanwhile" });
    const late = await post(door.agent, { content: "late", expected_last_seq: sync["current_seq"], reply_token: sync["reply_token"] });
    expect(late.status).toBe(409);
    expect(late.json).toMatchObject({
      error: "SEQ_MISMATCH",
      expected_last_seq: 0,
      current_seq: 1,
      new_messages_1st_read: [{ seq: 1, content: "meanwhile", author: "Ann" }],
      action: "READ_MESSAGES_THEN_CALL_MSG_WAIT",
      detail: { error: "SEQ_MISMATCH", expected_last_seq: 0, current_seq: 1, new_messages: [{ seq: 1 }], action: "RE_READ_AND_RETRY" },
    });
  });

  it("too fast is 429 with how long to wait, and people are not held back", async () => {
    await using slow = await openDoor({ agentPostsPerMinute: 1 });
    const { json: made } = await slow.call("POST", "/api/threads", { token: slow.owner.token, body: { topic: "release" } });
    const say = (token: string): Promise<Reply> => slow.call("POST", `/api/threads/${String(made["id"])}/messages`, { token, body: { content: "hello" } });
    expect((await say(slow.agent.token)).status).toBe(201);
    const refused = await say(slow.agent.token);
    expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "60" } });
    expect(refused.json).toEqual({ error: "Rate limit exceeded", limit: 1, window: 60, retry_after: 60, scope: "author", detail: anyText });
    for (let n = 0; n < 3; n++) expect((await say(slow.member.token)).status).toBe(201);
  });

  it("with a key in it is 400 and says which kind, in an edit too; a person's is posted", async () => {
    const content = `AKIA${"Q3EGRT5VXW7ZPL2N"}`;
    const blocked = { error: "Content blocked by filter", pattern: "AWS Access Key ID", detail: holding("Content blocked: detected AWS Access Key ID") };
    expect(await post(door.agent, { content })).toMatchObject({ status: 400, json: blocked });
    const { json } = await post(door.agent, { content: "clean" });
    const edit = await door.call("PUT", `/api/messages/${String(json["id"])}`, { token: door.agent.token, body: { content } });
    expect(edit).toMatchObject({ status: 400, json: blocked });
    expect((await post(door.owner, { content })).status).toBe(201);
  });

  it("with half a place, a foreign, a used or an expired token is 400 and says which", async () => {
    const { json: sync } = await door.call("POST", `/api/threads/${thread}/sync-context`, { token: door.agent.token, body: {} });
    const inStep = { content: "x", expected_last_seq: 0, reply_token: sync["reply_token"] };
    const refused = async (body: object): Promise<unknown> => {
      const reply = await post(door.agent, body);
      expect(reply.status).toBe(400);
      expect(reply.json["detail"]).toMatchObject({ error: reply.json["error"], action: "CALL_SYNC_CONTEXT_THEN_RETRY" });
      return reply.json["error"];
    };
    expect(await refused({ content: "x", expected_last_seq: 0 })).toBe("MISSING_SYNC_FIELDS");
    expect(await refused({ ...inStep, reply_token: "nonsense" })).toBe("TOKEN_INVALID");
    expect((await post(door.agent, inStep)).status).toBe(201);
    expect(await refused(inStep)).toBe("TOKEN_REPLAY");
    const { json: old } = await door.call("POST", `/api/threads/${thread}/sync-context`, { token: door.agent.token, body: {} });
    await door.clock.advance(3_600_001);
    expect(await refused({ content: "x", expected_last_seq: 1, reply_token: old["reply_token"] })).toBe("TOKEN_EXPIRED");
  });

  it("twice under one Idempotency-Key is one message, also with a token that is used by then", async () => {
    const { json: sync } = await door.call("POST", `/api/threads/${thread}/sync-context`, { token: door.agent.token, body: {} });
    const body = { content: "once", expected_last_seq: 0, reply_token: sync["reply_token"] };
    const [first, again] = [await post(door.agent, body, { "Idempotency-Key": "k" }), await post(door.agent, body, { "Idempotency-Key": "k" })];
    expect(again.status).toBe(201);
    expect(again.json["id"]).toBe(first.json["id"]);
  });

  it("as somebody else is 403 and on record, for people too", async () => {
    const cara = await newAgent("Cara");
    for (const by of [door.agent, door.member]) {
      const reply = await post(by, { content: "I am Cara", author: cara.id });
      expect(reply.status).toBe(403);
      expect(reply.json["error"]).toBe("InvalidCredentials");
    }
    expect((await post(door.agent, { content: "x", author: door.owner.id })).status).toBe(403);
    expect((await post(door.agent, { content: "as myself", author: door.agent.id })).status).toBe(201);
    expect((await door.refusals()).map((one) => `${one.who} ${one.code} ${one.count}`)).toContain(`${door.agent.id} InvalidCredentials 2`);
  });

  it("past the budget is 429 with Retry-After", async () => {
    for (let n = 0; n < 100; n++) expect((await post(door.agent, { content: `line ${n}` })).status).toBe(201);
    const cut = await post(door.agent, { content: "more" });
    expect(cut.status).toBe(429);
    expect(cut.headers["retry-after"]).toBe("60");
    expect(cut.json["error"]).toBe("LoopBudget");
    await post(door.member, { content: "go on" });
    expect((await post(door.agent, { content: "more" })).status).toBe(201);
  });

  it("in a closed thread is 409, in one that is not to be seen 404", async () => {
    await door.call("POST", `/api/threads/${thread}/close`, { token: door.owner.token, body: {} });
    expect(await post(door.agent, { content: "x" })).toMatchObject({ status: 409, json: { error: "ThreadClosed" } });
    expect((await door.call("POST", "/api/threads/thr_none/messages", { token: door.agent.token, body: { content: "x" } })).status).toBe(404);
  });
});

describe("a person's POST of a message", () => {
  it("takes the road it took, and carries metadata", async () => {
    const { status, json } = await post(door.member, { content: "hello", author: "human", metadata: { visibility: "human_only" }, mentions: ["agt_x"] });
    expect(status).toBe(201);
    expect(json).toMatchObject({ author_id: door.member.id, queue_position: null, metadata: { visibility: "human_only", mentions: ["agt_x"] } });
    expect((await post(door.member, { content: "x", metadata: { blob: "x".repeat(70_000) } })).status).toBe(413);
  });

  it("that is a command runs once for each token, and is the same run under the same Idempotency-Key", async () => {
    const { json: sync } = await door.call("POST", `/api/threads/${thread}/sync-context`, { token: door.owner.token, body: {} });
    const body = { content: "!!whoami", expected_last_seq: sync["current_seq"], reply_token: sync["reply_token"] };
    const first = await post(door.owner, body, { "Idempotency-Key": "k1" });
    expect(first).toMatchObject({ status: 200, json: { run: { line: "!!whoami", exit_code: 0 }, current_seq: 0, reply_token: anyText } });
    const again = await post(door.owner, body, { "Idempotency-Key": "k1" });
    expect(again).toMatchObject({ status: 200, json: { run: first.json["run"] } });
    expect(await post(door.owner, body, { "Idempotency-Key": "k2" })).toMatchObject({ status: 400, json: { error: "TOKEN_REPLAY" } });
  });

  it("is held to its place when it brings one", async () => {
    const { json: sync } = await door.call("POST", `/api/threads/${thread}/sync-context`, { token: door.member.token, body: {} });
    await post(door.agent, { content: "faster" });
    expect((await post(door.member, { content: "late", expected_last_seq: 0, reply_token: sync["reply_token"] })).status).toBe(409);
  });
});

describe("one message", () => {
  let id: string;

  beforeEach(async () => {
    id = String((await post(door.agent, { content: "teh" })).json["id"]);
  });

  it("is edited under either name of the field, and never blanked", async () => {
    const put = (body: object, by = door.agent): Promise<Reply> => door.call("PUT", `/api/messages/${id}`, { token: by.token, body });
    expect((await put({ content: "the" })).json).toMatchObject({ ok: true, msg_id: id, version: 1, edited_by: door.agent.id });
    expect((await put({ new_content: "The" })).json).toMatchObject({ version: 2 });
    expect((await put({ content: "The" })).json).toMatchObject({ no_change: true, version: 2 });
    expect((await put({})).status).toBe(400);
    expect((await put({ content: "" })).status).toBe(400);
    expect((await put({ content: "mine now" }, door.member)).status).toBe(403);
    expect((await put({ content: "x", edited_by: door.owner.id })).status).toBe(403);
    expect(await get(`/api/messages/${id}`, door.member)).toMatchObject({
      id,
      content: "The",
      edit_version: 2,
      edited_at: new Date(door.clock.now()).toISOString(),
    });
    expect(await get(`/api/messages/${id}/history`, door.member)).toEqual({
      message_id: id,
      current_content: "The",
      edit_version: 2,
      edits: [
        { version: 1, old_content: "teh", edited_by: door.agent.id, created_at: new Date(door.clock.now()).toISOString() },
        { version: 2, old_content: "the", edited_by: door.agent.id, created_at: new Date(door.clock.now()).toISOString() },
      ],
    });
  });

  it("is reacted to, once by each, and the reaction is taken back by whoever gave it", async () => {
    const react = (by: Holder, body: object): Promise<Reply> => door.call("POST", `/api/messages/${id}/reactions`, { token: by.token, body });
    expect((await react(door.agent, { reaction: "👍", agent_id: door.agent.id })).status).toBe(201);
    await react(door.agent, { reaction: "👍" });
    const { json } = await react(door.member, { reaction: "👍" });
    expect(json).toMatchObject({ ok: true, reactions: [{ agent_id: door.agent.id, agent_name: "bee", reaction: "👍" }, { agent_id: door.member.id }] });
    expect((await react(door.member, { reaction: "x", agent_id: door.agent.id })).status).toBe(403);
    expect((await react(door.member, { reaction: "" })).status).toBe(400);
    const drop = (by: Holder, more = ""): Promise<Reply> =>
      door.call("DELETE", `/api/messages/${id}/reactions/${encodeURIComponent("👍")}${more}`, { token: by.token });
    expect((await drop(door.owner)).json).toEqual({ removed: false });
    expect((await drop(door.member, `?agent_id=${door.agent.id}`)).status).toBe(403);
    expect((await drop(door.agent)).json).toEqual({ removed: true });
    expect(await get(`/api/messages/${id}/reactions`, door.member)).toMatchObject({ reactions: [{ agent_id: door.member.id }] });
  });

  it("is not found by whoever may not see it, under any of its addresses", async () => {
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["PUT", "", { content: "x" }],
      ["GET", "/history", undefined],
      ["GET", "/reactions", undefined],
      ["POST", "/reactions", { reaction: "x" }],
      ["DELETE", "/reactions/x", undefined],
    ] as const) {
      for (const missing of ["msg_none", "nonsense"]) {
        expect((await door.call(method, `/api/messages/${missing}${path}`, { token: door.agent.token, ...defined({ body }) })).status).toBe(404);
      }
    }
  });
});

describe("GET of a thread's messages", () => {
  it("shows each as it stands now, and the others as they were said", async () => {
    const { json } = await post(door.agent, { content: "teh" });
    await post(door.agent, { content: "second" });
    await door.call("PUT", `/api/messages/${String(json["id"])}`, { token: door.agent.token, body: { content: "the" } });
    await door.call("POST", `/api/messages/${String(json["id"])}/reactions`, { token: door.member.token, body: { reaction: "+1" } });
    for (const path of ["messages", "transcript"]) {
      expect(await get(`/api/threads/${thread}/${path}`, door.member)).toMatchObject([
        { content: "the", edit_version: 1, reactions: [{ reaction: "+1", agent_name: "Mia" }] },
        { content: "second", edit_version: 0, edited_at: null, reactions: [] },
      ]);
    }
  });

  it("of one priority goes on past those of another, forwards and backwards", async () => {
    for (let n = 1; n <= 9; n++) await post(door.agent, { content: `${n}`, priority: n % 3 === 0 ? "urgent" : "normal" });
    const of = async (query: string): Promise<unknown> =>
      ((await get(`/api/threads/${thread}/messages?priority=urgent&${query}`, door.member)) as { content: string }[]).map((one) => one.content);
    expect(await of("limit=2")).toEqual(["3", "6"]);
    expect(await of("limit=2&after_seq=6")).toEqual(["9"]);
    expect(await of("limit=2&before_seq=9")).toEqual(["3", "6"]);
    expect((await door.call("GET", `/api/threads/${thread}/messages?priority=high`, { token: door.member.token })).status).toBe(400);
  });

  it("begins with the thread's prompt for whoever asks for it", async () => {
    const { json } = await door.call("POST", "/api/threads", { token: door.agent.token, body: { topic: "with a prompt", system_prompt: "Be brief." } });
    const path = `/api/threads/${String(json["id"])}/messages`;
    expect(await get(`${path}?include_system_prompt=true`, door.agent)).toMatchObject([{ seq: 0, role: "system", content: "Be brief." }]);
    expect(await get(path, door.agent)).toEqual([]);
  });
});

describe("what only people may read", () => {
  it("reaches no agent through any door, and every person", async () => {
    const { json } = await post(door.member, { content: "the code is 4711", metadata: { visibility: "human_only", note: "4711" } });
    const id = String(json["id"]);
    const stream = await door.events(`/api/events?thread=${thread}`, { token: door.agent.token });
    await stream.next("snapshot");
    await door.call("PUT", `/api/messages/${id}`, { token: door.member.token, body: { content: "the code is 4712" } });
    await post(door.member, { content: "the code is 4713", metadata: { audience: "human" } });
    await stream.next("entry");
    await stream.next("entry");
    await door.clock.advance(1_000);
    await stream.next("thread");
    const paths = [
      `/api/threads/${thread}/messages`,
      `/api/threads/${thread}/entries`,
      `/api/threads/${thread}/transcript`,
      `/api/threads/${thread}/export`,
      "/api/threads",
      `/api/messages/${id}`,
      `/api/messages/${id}/history`,
      "/api/search?q=code",
    ];
    for (const path of paths) expect((await door.call("GET", path, { token: door.agent.token })).text).not.toMatch(/471\d/);
    expect(stream.text()).not.toMatch(/471\d/);
    for (const path of paths) expect((await door.call("GET", path, { token: door.owner.token })).text).toMatch(/471[23]/);
    stream.close();
  });
});
