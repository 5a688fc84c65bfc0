import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Reply } from "#test/fakes/door/client";
import { openDoor, type Holder, type OpenDoor } from "#test/fakes/door/open-door";
import { defined } from "#lib/defined";

let door: OpenDoor;

beforeEach(async () => {
  door = await openDoor();
});
afterEach(() => door[Symbol.asyncDispose]());

const ask = (method: string, path: string, by: Pick<Holder, "token">, body?: object): Promise<Reply> =>
  door.call(method, path, { token: by.token, ...defined({ body }) });

async function register(by: Holder, body: object = {}): Promise<{ id: string; token: string; json: Record<string, unknown> }> {
  const { status, json } = await ask("POST", "/api/agents/register", by, { ide: "Cursor", model: "gpt", ...body });
  expect(status).toBe(200);
  return { id: String(json["agent_id"]), token: String(json["token"]), json };
}

describe("agents over REST", () => {
  it("are registered by a person, whose agent's token is shown this once", async () => {
    const { id, token, json } = await register(door.member, {
      display_name: "Cee",
      emoji: "🤖",
      capabilities: ["review"],
      skills: [{ id: "s", name: "S" }],
      resume_command: "cursor --resume",
    });
    expect(json).toMatchObject({
      ok: true,
      id,
      name: "Cursor (gpt)",
      display_name: "Cee",
      preferred_display_name: "Cee",
      configured_display_name: "Cee",
      emoji: "🤖",
      capabilities: ["review"],
      skills: [{ id: "s", name: "S" }],
    });
    expect((await ask("GET", "/api/me", { token })).json).toMatchObject({ id, kind: "agent", name: "Cee" });
    for (const path of ["/api/agents", `/api/agents/${id}`]) expect((await ask("GET", path, door.owner)).text).not.toContain(token);
    expect(JSON.parse((await ask("GET", "/api/agents", door.owner)).text)).toMatchObject([
      {
        agent_id: id,
        is_online: true,
        is_invitable: false,
        is_available: true,
        alias_source: "user",
        last_activity: "registered",
        resume_command: "cursor --resume",
      },
    ]);
  });

  it("register themselves under their own token, as themselves and with the token they sent", async () => {
    const { id, json } = await register(door.agent);
    expect(id).toBe(door.agent.id);
    expect(json["token"]).toBe(door.agent.token);
    expect((await ask("GET", "/api/me", door.agent)).json["name"]).toBe("Cursor (gpt)");
  });

  it("need no ide and no model, as on the bus, and are refused with fields of any size", async () => {
    expect((await ask("POST", "/api/agents/register", door.member, {})).json).toMatchObject({ name: "CLI (unknown)" });
    for (const body of [
      { ide: " ", model: "y" },
      { ide: "x", model: "y".repeat(2_001) },
      { ide: "x", model: "y", skills: ["no object"] },
      { ide: "x", model: "y", capabilities: "review" },
    ]) {
      expect((await ask("POST", "/api/agents/register", door.member, body)).status).toBe(400);
    }
  });

  it("send heartbeats, come back and leave as themselves", async () => {
    const cee = await register(door.member);
    await door.clock.advance(120_000);
    expect((await ask("GET", `/api/agents/${cee.id}`, door.owner)).json).toMatchObject({ is_online: false });
    expect((await ask("POST", "/api/agents/heartbeat", cee, { agent_id: cee.id, token: cee.token })).json).toEqual({ ok: true });
    expect((await ask("GET", `/api/agents/${cee.id}`, door.owner)).json).toMatchObject({ is_online: true });
    expect((await ask("POST", "/api/agents/resume", cee, {})).json).toMatchObject({
      ok: true,
      agent_id: cee.id,
      is_online: true,
      last_heartbeat: new Date(door.clock.now()).toISOString(),
    });
    expect((await ask("POST", "/api/agents/unregister", cee, {})).json).toEqual({ ok: true });
    expect((await ask("GET", "/api/me", cee)).status).toBe(401);
    expect(JSON.parse((await ask("GET", "/api/agents", door.owner)).text)).toEqual([]);
  });

  it("do none of that for another one, nor with another one's token", async () => {
    const [cee, dee] = [await register(door.member), await register(door.owner)];
    for (const verb of ["heartbeat", "resume", "unregister"]) {
      expect((await ask("POST", `/api/agents/${verb}`, dee, { agent_id: cee.id })).status).toBe(403);
      expect((await ask("POST", `/api/agents/${verb}`, cee, { agent_id: cee.id, token: dee.token })).status).toBe(403);
      expect((await ask("POST", `/api/agents/${verb}`, cee, { agent_id: cee.id, token: "nonsense" })).status).toBe(403);
      expect((await ask("POST", `/api/agents/${verb}`, door.member, {})).status).toBe(400);
      expect((await ask("POST", `/api/agents/${verb}`, cee, { agent_id: "nonsense" })).status).toBe(404);
    }
    expect((await ask("PUT", `/api/agents/${cee.id}`, dee, { description: "x" })).status).toBe(403);
    expect((await ask("POST", `/api/agents/${cee.id}/kick`, dee)).status).toBe(403);
    expect((await ask("POST", `/api/agents/${dee.id}/kick`, door.member)).status).toBe(403);
    expect((await ask("GET", "/api/me", cee)).status).toBe(200);
  });

  it("change what they tell of themselves, and nothing else", async () => {
    const cee = await register(door.member, { description: "reads" });
    const { json } = await ask("PUT", `/api/agents/${cee.id}`, cee, { display_name: "Dee", capabilities: ["x"], token: cee.token });
    expect(json).toMatchObject({ ok: true, agent_id: cee.id, name: "Cursor (gpt)", display_name: "Dee", capabilities: ["x"], description: "reads" });
    expect((await ask("PUT", `/api/agents/${cee.id}`, door.member, { description: "by its owner" })).json).toMatchObject({ description: "by its owner" });
  });

  it("are kicked at once: the wait ends, the token is worth nothing, they are offline", async () => {
    const cee = await register(door.member);
    const by = { kind: "agent", id: cee.id as `agt_${string}`, name: "Cursor (gpt)", may: [] } as const;
    const { thread } = await door.hub.bus.createThread(by, { topic: "release" });
    const waiting = door.hub.bus.wait(by, { thread: thread.id, afterSeq: 0, timeoutMs: 50_000 }, new AbortController().signal).catch((cause: unknown) => cause);
    expect((await ask("GET", "/api/me", cee)).status).toBe(200);
    expect((await ask("POST", `/api/agents/${cee.id}/kick`, door.owner)).json).toEqual({ ok: true, agent_id: cee.id });
    expect(await waiting).toMatchObject({ code: "BadToken" });
    expect((await ask("GET", "/api/me", cee)).status).toBe(401);
    expect((await ask("GET", `/api/agents/${cee.id}`, door.owner)).json).toMatchObject({ is_online: false, is_available: false });
  });

  it("that are not there are not found", async () => {
    for (const id of ["agt_none", "nonsense"]) {
      expect((await ask("GET", `/api/agents/${id}`, door.owner)).status).toBe(404);
      expect((await ask("PUT", `/api/agents/${id}`, door.owner, {})).status).toBe(404);
      expect((await ask("POST", `/api/agents/${id}/kick`, door.owner)).status).toBe(404);
    }
  });
});
