import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Reply } from "#test/fakes/door/client";
import { putLines } from "#test/fakes/door/furnish";
import { openDoor, type Holder, type OpenDoor } from "#test/fakes/door/open-door";
import { anyText } from "#test/matching";
import { defined } from "#lib/defined";

let door: OpenDoor;
let id: `thr_${string}`;

beforeEach(async () => {
  door = await openDoor();
  id = String((await door.call("POST", "/api/threads", { token: door.agent.token, body: { topic: "release" } })).json["id"]) as typeof id;
});
afterEach(() => door[Symbol.asyncDispose]());

const ask = (method: string, path: string, by: Holder, body?: object): Promise<Reply> =>
  door.call(method, `/api/threads/${id}${path}`, { token: by.token, ...defined({ body }) });
const statusOf = async (): Promise<unknown> => (await ask("GET", "", door.owner)).json["status"];

describe("POST /api/threads", () => {
  it("by an agent names the thread of that topic, with what it needs to post", async () => {
    const made = await door.call("POST", "/api/threads", {
      token: door.agent.token,
      headers: { "X-Agent-Token": door.agent.token },
      body: { topic: "review", creator_agent_id: door.agent.id, template: "code-review", metadata: { ticket: 7 } },
    });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      topic: "review",
      status: "discuss",
      metadata: { ticket: 7 },
      template_id: "code-review",
      current_seq: 0,
      reply_window: { max_new_messages: 0 },
    });
    expect(made.json["system_prompt"]).toMatch(/review/);
    const again = await door.call("POST", "/api/threads", { token: door.agent.token, body: { topic: "review" } });
    expect(again).toMatchObject({ status: 200, json: { id: made.json["id"] } });
    const posted = await door.call("POST", `/api/threads/${String(made.json["id"])}/messages`, {
      token: door.agent.token,
      body: { content: "x", expected_last_seq: 0, reply_token: made.json["reply_token"] },
    });
    expect(posted.status).toBe(201);
  });

  it("by a person opens a new one each time, unless it is made to order", async () => {
    const open = (body: object): Promise<Reply> => door.call("POST", "/api/threads", { token: door.member.token, body });
    const [first, second] = [await open({ topic: "chat" }), await open({ topic: "chat" })];
    expect(first.status).toBe(201);
    expect(first.json["reply_token"]).toBeTypeOf("string");
    expect(second.json["id"]).not.toBe(first.json["id"]);
    expect(await open({ topic: "order", system_prompt: "Be brief." })).toMatchObject({ status: 201, json: { system_prompt: "Be brief." } });
  });

  it("as somebody else, or with somebody else's token beside the own, is 403", async () => {
    const other = await door.call("POST", "/api/agents/register", { token: door.owner.token, body: { ide: "Cara", model: "m1" } });
    const as = (creator: unknown, token: string): Promise<Reply> =>
      door.call("POST", "/api/threads", { token: door.agent.token, headers: { "X-Agent-Token": token }, body: { topic: "theirs", creator_agent_id: creator } });
    expect((await as(other.json["agent_id"], door.agent.token)).status).toBe(403);
    expect((await as(door.agent.id, String(other.json["token"]))).status).toBe(403);
    expect((await as(door.agent.id, "nonsense")).status).toBe(403);
  });

  it("without a topic, with one that is too long, or a template that is not there, is refused", async () => {
    for (const body of [{}, { topic: " " }, { topic: "x".repeat(201) }]) {
      expect((await door.call("POST", "/api/threads", { token: door.agent.token, body })).status).toBe(400);
    }
    expect((await door.call("POST", "/api/threads", { token: door.agent.token, body: { topic: "t", template: "none" } })).json).toMatchObject({
      error: "BadRequest",
      template: "none",
    });
  });
});

describe("a thread's life over REST", () => {
  it("takes one of the states there are, and no other", async () => {
    for (const state of ["implement", "review", "done", "archived", "discuss", "closed"]) {
      expect((await ask("POST", "/state", door.agent, { state })).json).toEqual({ ok: true, thread_id: id, status: state });
      expect(await statusOf()).toBe(state);
    }
    expect((await ask("POST", "/state", door.agent, { state: "banana" })).status).toBe(400);
    expect((await ask("POST", "/state", door.agent, {})).status).toBe(400);
  });

  it("is closed with a summary, once", async () => {
    expect((await ask("POST", "/close", door.agent, { summary: "Shipped." })).json).toEqual({
      ok: true,
      thread_id: id,
      status: "closed",
      closed_sessions_count: 0,
      already_closed: false,
    });
    expect((await ask("POST", "/close", door.agent, {})).json).toMatchObject({ already_closed: true });
    expect((await ask("GET", "", door.member)).json).toMatchObject({
      status: "closed",
      summary: "Shipped.",
      closed_at: new Date(door.clock.now()).toISOString(),
    });
  });

  it("is archived and brought back", async () => {
    expect((await ask("POST", "/archive", door.agent)).json).toMatchObject({ ok: true, status: "archived" });
    expect((await ask("POST", "/unarchive", door.agent)).json).toMatchObject({ ok: true, status: "discuss" });
    expect(await statusOf()).toBe("discuss");
  });

  it("is renamed to a topic that no other has", async () => {
    await door.call("POST", "/api/threads", { token: door.agent.token, body: { topic: "taken" } });
    expect((await ask("POST", "/rename", door.agent, { topic: "taken" })).status).toBe(409);
    expect((await ask("POST", "/rename", door.agent, { topic: "  free " })).json).toMatchObject({ ok: true, topic: "free" });
    expect((await ask("GET", "", door.member)).json["topic"]).toBe("free");
  });

  it("is deleted by its creator", async () => {
    expect((await ask("DELETE", "", door.agent)).json).toEqual({ ok: true, thread_id: id, deleted: id });
    expect((await ask("GET", "", door.owner)).status).toBe(404);
  });

  it("is nobody else's to change: 403, on record, for whoever takes no part", async () => {
    const other = await door.call("POST", "/api/agents/register", { token: door.owner.token, body: { ide: "Cara", model: "m1" } });
    const cara: Holder = { id: String(other.json["agent_id"]), token: String(other.json["token"]), tokenId: "tok_" };
    for (const by of [cara, door.member]) {
      for (const [method, path, body] of [
        ["POST", "/state", { state: "done" }],
        ["POST", "/close", {}],
        ["POST", "/archive", undefined],
        ["POST", "/unarchive", undefined],
        ["POST", "/rename", { topic: "mine" }],
        ["POST", "/settings", { timeout_seconds: 30 }],
        ["DELETE", "", undefined],
      ] as const) {
        expect((await ask(method, path, by, body)).status).toBe(403);
      }
    }
    expect(await statusOf()).toBe("discuss");
    expect((await door.refusals()).map((one) => `${one.who} ${one.code} ${one.count}`)).toContain(`${cara.id} NotAllowed 7`);
  });

  it("is not found by whoever may not see it, under any of its addresses", async () => {
    const join = await door.hub.access.issueAgentToken({ kind: "operator" }, { id: door.newId("agt"), name: "guest" }, door.newId("thr"));
    for (const [method, path] of [
      "GET ",
      "DELETE ",
      "GET /messages",
      "GET /transcript",
      "GET /settings",
      "GET /admin",
      "GET /agents",
      "GET /export",
      "POST /sync-context",
      "POST /archive",
    ].map((line) => line.split(" "))) {
      expect((await door.call(method ?? "", `/api/threads/${id}${path ?? ""}`, { token: join })).status).toBe(404);
      expect((await door.call(method ?? "", `/api/threads/nonsense${path ?? ""}`, { token: door.owner.token })).status).toBe(404);
    }
  });
});

describe("what a thread tells over REST", () => {
  it("its settings, within bounds", async () => {
    expect((await ask("GET", "/settings", door.member)).json).toEqual({
      thread_id: id,
      auto_administrator_enabled: true,
      timeout_seconds: 60,
      switch_timeout_seconds: 60,
      auto_assigned_admin_id: null,
      auto_assigned_admin_name: null,
    });
    expect((await ask("POST", "/settings", door.agent, { auto_coordinator_enabled: false, timeout_seconds: 90 })).json).toMatchObject({
      ok: true,
      auto_administrator_enabled: false,
      timeout_seconds: 90,
    });
    for (const seconds of [29, 0, 30.5, 1e9]) expect((await ask("POST", "/settings", door.agent, { timeout_seconds: seconds })).status).toBe(400);
    expect((await ask("POST", "/settings", door.agent, { timeout_seconds: 29 })).json["detail"]).toBe("timeout_seconds must be at least 30");
  });

  it("who leads it", async () => {
    expect((await ask("GET", "/admin", door.member)).json).toMatchObject({
      admin_id: door.agent.id,
      admin_name: "bee",
      admin_type: "creator",
      admin_emoji: anyText,
    });
    await door.call("POST", "/api/agents/register", { token: door.agent.token, body: { ide: "Bee", model: "m1", display_name: "Queen", emoji: "🐝" } });
    expect((await ask("GET", "/admin", door.member)).json).toMatchObject({ admin_name: "Queen", admin_emoji: "🐝" });
  });

  it("who is in it, and who waits there, also in the list of threads", async () => {
    await door.call("POST", "/api/agents/register", { token: door.agent.token, body: { ide: "Bee", model: "m1", emoji: "🐝" } });
    const by = { kind: "agent", id: door.agent.id as `agt_${string}`, name: "Bee (m1)", may: [] } as const;
    const client = new AbortController();
    const waiting = door.hub.bus.wait(by, { thread: id, afterSeq: 0, timeoutMs: 50_000 }, client.signal);
    await door.clock.settle();
    expect(JSON.parse((await ask("GET", "/agents", door.member)).text)).toMatchObject([
      { agent_id: door.agent.id, name: "Bee (m1)", is_waiting: true, is_online: true },
    ]);
    const list = await door.call("GET", "/api/threads", { token: door.member.token });
    expect(list.json["threads"]).toMatchObject([{ id, waiting_agents: [{ id: door.agent.id, display_name: "Bee (m1)", emoji: "🐝" }] }]);
    client.abort();
    await waiting;
    expect((await door.call("GET", "/api/threads", { token: door.member.token })).json["threads"]).toMatchObject([{ waiting_agents: [] }]);
  });

  it("a list of one state, and a page that a moment can begin", async () => {
    await ask("POST", "/state", door.agent, { state: "review" });
    await door.clock.advance(1_000);
    await door.call("POST", "/api/threads", { token: door.agent.token, body: { topic: "other" } });
    const list = async (query: string): Promise<unknown> =>
      ((await door.call("GET", `/api/threads?${query}`, { token: door.member.token })).json["threads"] as { topic: string }[]).map((one) => one.topic);
    expect(await list("status=review")).toEqual(["release"]);
    expect(await list("limit=1")).toEqual(["other"]);
    expect(await list("limit=0")).toEqual(["other", "release"]);
    expect(await list(`before=${new Date(door.clock.now()).toISOString()}`)).toEqual(["release"]);
    expect((await door.call("GET", "/api/threads?status=banana", { token: door.member.token })).status).toBe(400);
  });

  it("a transcript that marks what is for people only", async () => {
    await ask("POST", "/messages", door.member, { content: "all" });
    await ask("POST", "/messages", door.member, { content: "people", metadata: { audience: "human" } });
    expect(JSON.parse((await ask("GET", "/transcript", door.member)).text)).toMatchObject([
      { entry_kind: "message", transcript_index: 0, anchor_seq: 1, anchor_order: 0, content: "all" },
      { entry_kind: "human_only", content: "people" },
    ]);
    // More than there can be is as many as there can be.
    expect((await ask("GET", "/transcript?limit=2001", door.member)).status).toBe(200);
  });

  it("all of it as a Markdown file, however long", async () => {
    await putLines(
      door,
      id,
      Array.from({ length: 1_200 }, (_, n) => `line ${n} ${"x".repeat(2_000)}`),
    );
    const { status, headers, text } = await ask("GET", "/export", door.member);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/markdown; charset=utf-8",
      "content-disposition": `attachment; filename="${id}.md"`,
      "x-content-type-options": "nosniff",
    });
    expect(text.startsWith("# release\n")).toBe(true);
    expect(text.match(/^> line \d+ /gm)).toHaveLength(1_200);
  });
});
