import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Reply } from "#test/fakes/door/client";
import { putThread } from "#test/fakes/door/furnish";
import { openDoor, type Holder, type OpenDoor } from "#test/fakes/door/open-door";
import { defined } from "#lib/defined";

let door: OpenDoor;

beforeEach(async () => {
  door = await openDoor();
});
afterEach(() => door[Symbol.asyncDispose]());

const ask = (method: string, path: string, by: Holder, body?: object): Promise<Reply> => door.call(method, path, { token: by.token, ...defined({ body }) });

describe("templates over REST", () => {
  const mine = { id: "mine", name: "Mine", system_prompt: "Hello.", default_metadata: { kind: "x" } };

  it("are listed, read, added and removed", async () => {
    expect((JSON.parse((await ask("GET", "/api/templates", door.agent)).text) as { id: string }[]).map((one) => one.id)).toEqual([
      "code-review",
      "security-audit",
      "architecture",
      "brainstorm",
    ]);
    expect(await ask("POST", "/api/templates", door.agent, mine)).toMatchObject({
      status: 201,
      json: { ...mine, description: "", is_builtin: false, created_at: new Date(door.clock.now()).toISOString() },
    });
    expect((await ask("GET", "/api/templates/mine", door.member)).json).toMatchObject(mine);
    expect((await ask("DELETE", "/api/templates/mine", door.agent)).status).toBe(403);
    expect(await ask("DELETE", "/api/templates/mine", door.owner)).toMatchObject({ status: 204, text: "" });
    expect((await ask("GET", "/api/templates/mine", door.member)).status).toBe(404);
    expect((await ask("DELETE", "/api/templates/mine", door.owner)).status).toBe(404);
  });

  it("keep their ids, and those that come with the hub stay", async () => {
    await ask("POST", "/api/templates", door.agent, mine);
    expect((await ask("POST", "/api/templates", door.agent, mine)).status).toBe(409);
    expect((await ask("POST", "/api/templates", door.agent, { ...mine, id: "brainstorm" })).status).toBe(409);
    expect((await ask("DELETE", "/api/templates/brainstorm", door.owner)).status).toBe(403);
    for (const body of [{}, { ...mine, id: "a/b" }, { ...mine, name: "" }]) expect((await ask("POST", "/api/templates", door.agent, body)).status).toBe(400);
  });
});

describe("searching over REST", () => {
  it("finds words in any script, in the thread that was named", async () => {
    const open = async (topic: string): Promise<string> => String((await ask("POST", "/api/threads", door.agent, { topic })).json["id"]);
    const [first, second] = [await open("one"), await open("two")];
    for (const thread of [first, second]) await ask("POST", `/api/threads/${thread}/messages`, door.agent, { content: "我们明天发布新版本" });
    const { json } = await ask("GET", `/api/search?q=${encodeURIComponent("版本")}&thread_id=${first}`, door.member);
    expect(json).toMatchObject({
      total: 1,
      query: "版本",
      results: [{ thread_id: first, thread_topic: "one", author: "bee", seq: 1, snippet: "我们明天发布新<mark>版本</mark>" }],
    });
    expect((await ask("GET", `/api/search?q=${encodeURIComponent("版本")}`, door.member)).json["total"]).toBe(2);
    expect((await ask("GET", `/api/search?q=${encodeURIComponent("版本")}&limit=1`, door.member)).json["total"]).toBe(1);
  });

  it("finds threads by topic beside the messages, and none that is not to be seen", async () => {
    const open = async (topic: string, access: "open" | "closed"): Promise<string> => {
      const id = await putThread(door, access);
      await ask("POST", `/api/threads/${id}/rename`, door.owner, { topic });
      return id;
    };
    const [mine, secret] = [await open("Plan the launch", "open"), await open("Launch budget", "closed")];
    const threads = async (who: OpenDoor["owner"]): Promise<unknown> =>
      z.object({ threads: z.array(z.object({ thread_id: z.string(), topic: z.string() })) }).parse((await ask("GET", "/api/search?q=laun", who)).json).threads;
    expect(await threads(door.member)).toEqual([{ thread_id: mine, topic: "Plan the launch" }]);
    expect(await threads(door.owner)).toHaveLength(2);
    expect(secret).not.toBe(mine);
  });

  it("is refused without words, with a limit of nothing, and in a thread that is not to be seen", async () => {
    for (const query of ["", "?q=", "?q=%20", "?q=x&limit=0"]) expect((await ask("GET", `/api/search${query}`, door.member)).status).toBe(400);
    expect((await ask("GET", "/api/search?q=x&thread_id=thr_none", door.member)).status).toBe(404);
  });
});

it("the hub's numbers are told", async () => {
  const numbers = z.object({
    schema_version: z.literal("1.0"),
    uptime_seconds: z.number(),
    started_at: z.string(),
    threads: z.object({ total: z.number(), by_status: z.record(z.string(), z.number()) }),
    messages: z.object({
      total: z.number(),
      rate: z.object({ last_1m: z.number(), last_5m: z.number(), last_15m: z.number() }),
      stop_reasons: z.record(z.string(), z.number()),
    }),
    agents: z.object({ total: z.number(), online: z.number() }),
    waiting: z.number(),
  });
  const read = async (): Promise<z.infer<typeof numbers>> => numbers.parse((await ask("GET", "/api/metrics", door.member)).json);
  const before = await read();
  const { json: made } = await ask("POST", "/api/threads", door.agent, { topic: "one" });
  await ask("POST", `/api/threads/${String(made["id"])}/messages`, door.agent, { content: "done", metadata: { stop_reason: "complete" } });
  await ask("POST", "/api/agents/register", door.agent, { ide: "Bee", model: "m1" });
  await door.clock.advance(30_000);
  const after = await read();
  expect(after.uptime_seconds).toBe(before.uptime_seconds + 30);
  expect(after.threads.by_status["discuss"]).toBe((before.threads.by_status["discuss"] ?? 0) + 1);
  expect(after.threads.total).toBe(before.threads.total + 1);
  expect(after.started_at).toBe(before.started_at);
  expect(Date.parse(after.started_at)).toBeLessThanOrEqual(door.clock.now() - 30_000);
  expect(after.messages.total).toBe(before.messages.total + 1);
  expect(after.messages.rate.last_1m).toBe(before.messages.rate.last_1m + 1);
  expect(after).toMatchObject({ messages: { stop_reasons: { complete: 1 } }, agents: { total: 1, online: 1 }, waiting: 0 });
});

it("nothing of the bus is served without a token", async () => {
  for (const line of [
    "GET /api/agents",
    "GET /api/agents/agt_x",
    "POST /api/agents/register",
    "GET /api/templates",
    "GET /api/search?q=x",
    "GET /api/metrics",
    "GET /api/threads/thr_x/export",
    "PUT /api/messages/msg_x",
  ]) {
    const [method = "", path = ""] = line.split(" ");
    expect((await door.call(method, path, {})).status).toBe(401);
  }
});
