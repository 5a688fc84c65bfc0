import { describe, expect, it } from "vitest";
import type { CapSettings } from "#hub/deps";
import { openDoor } from "#test/fakes/door/open-door";
import { connectMcp } from "#test/fakes/door/mcp";
import { putLines, putThread } from "#test/fakes/door/furnish";
import type { Reply } from "#test/fakes/door/client";

const one: Partial<CapSettings> = { reactions: 1, threads: 1, templates: 1, runs: 1, registrations: 1 };

describe("limits per minute", () => {
  it("hold for an agent over REST and MCP together, with the wait, and for no person", async () => {
    await using door = await openDoor({ caps: one });
    const id = await putThread(door, "open");
    await putLines(door, id, ["a line"]);
    const message = (await door.store.messages({ sees: "all" }, id, { limit: 1 }))[0]?.id ?? "";
    await using bee = await connectMcp(door.port, door.agent.token);
    const post = (path: string, body: object, token: string): Promise<Reply> => door.call("POST", path, { token, body });
    const deeds: Record<string, { rest: (n: number, token: string) => Promise<Reply>; tool: (n: number) => ReturnType<typeof bee.tool> }> = {
      reactions: {
        rest: (n, token) => post(`/api/messages/${message}/reactions`, { reaction: `r${n}` }, token),
        tool: (n) => bee.tool("msg_react", { message_id: message, reaction: `r${n}` }),
      },
      threads: { rest: (n, token) => post("/api/threads", { topic: `t${n}` }, token), tool: (n) => bee.tool("thread_create", { topic: `t${n}` }) },
      templates: {
        rest: (n, token) => post("/api/templates", { id: `t${n}`, name: "t", description: "", system_prompt: "" }, token),
        tool: (n) => bee.tool("template_create", { id: `t${n}`, name: "t" }),
      },
      runs: { rest: (_n, token) => post("/api/exec", { command: "hello" }, token), tool: () => bee.tool("terminal_exec", { command: "hello" }) },
    };
    for (const [scope, { rest, tool }] of Object.entries(deeds)) {
      expect((await rest(1, door.agent.token)).status).toBeLessThan(300);
      const facts = { limit: 1, window: 60, retry_after: 60, scope };
      expect(await rest(2, door.agent.token)).toMatchObject({ status: 429, headers: { "retry-after": "60" }, json: { error: "RateLimited", ...facts } });
      expect(await tool(2)).toMatchObject({ isError: true, body: { error: "RateLimitExceeded", ...facts } });
      for (const n of [3, 4]) expect((await rest(n, door.owner.token)).status).toBeLessThan(300);
    }
    expect((await door.refusals()).map(({ who, code }) => [who, code])).toContainEqual([door.agent.id, "RateLimited"]);
    await door.clock.advance(60_000);
    expect((await deeds["threads"]?.rest(9, door.agent.token))?.status).toBe(201);
  });

  it("hold for what an agent changes about threads, over REST and MCP, and for no person", async () => {
    await using door = await openDoor({ caps: { changes: 1 } });
    const post = (path: string, body: object, token = door.agent.token): Promise<Reply> => door.call("POST", path, { token, body });
    const id = String((await post("/api/threads", { topic: "mine" })).json["id"]);
    await using bee = await connectMcp(door.port, door.agent.token);
    const changes: readonly (readonly [path: string, body: object])[] = [
      ["state", { state: "review" }],
      ["settings", { timeout_seconds: 90 }],
      ["rename", { topic: "ours" }],
      ["admin/decision", { action: "keep" }],
      ["archive", {}],
      ["unarchive", {}],
      ["close", {}],
    ];
    const facts = { limit: 1, window: 60, retry_after: 60, scope: "changes" };
    for (const [first, body] of changes) {
      expect([first, (await post(`/api/threads/${id}/${first}`, body)).status]).toEqual([first, 200]);
      await post(`/api/threads/${id}/state`, { state: "discuss" }, door.owner.token);
      for (const [path, given] of changes)
        expect(await post(`/api/threads/${id}/${path}`, given)).toMatchObject({
          status: 429,
          headers: { "retry-after": "60" },
          json: { error: "RateLimited", ...facts },
        });
      for (const [name, args] of [
        ["thread_set_state", { state: "review" }],
        ["thread_close", {}],
        ["close_meeting", {}],
        ["thread_archive", {}],
        ["thread_settings_update", { timeout_seconds: 90 }],
      ] as const)
        expect(await bee.tool(name, { thread_id: id, ...args })).toMatchObject({ isError: true, body: { error: "RateLimitExceeded", ...facts } });
      await door.clock.advance(60_000);
    }
  });

  it("of registrations hold for members, and not for the owner", async () => {
    await using door = await openDoor({ caps: one });
    const register = (token: string): Promise<Reply> => door.call("POST", "/api/agents/register", { token, body: { ide: "Bee", model: "m" } });
    expect((await register(door.member.token)).status).toBe(200);
    expect(await register(door.member.token)).toMatchObject({ status: 429, headers: { "retry-after": "60" }, json: { scope: "registrations" } });
    await using mia = await connectMcp(door.port, door.member.token);
    expect((await mia.tool("agent_register", { ide: "Bee", model: "m" })).body).toMatchObject({ error: "RateLimitExceeded", scope: "registrations" });
    for (let n = 0; n < 3; n++) expect((await register(door.owner.token)).status).toBe(200);
  });

  it("count nothing for a thread that is there already", async () => {
    await using door = await openDoor({ caps: one });
    const create = (topic: string): Promise<Reply> => door.call("POST", "/api/threads", { token: door.agent.token, body: { topic } });
    expect((await create("a")).status).toBe(201);
    for (let n = 0; n < 3; n++) expect((await create("a")).status).toBe(200);
    expect((await create("b")).status).toBe(429);
  });
});
