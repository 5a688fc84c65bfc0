import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Invitation } from "#domain/invitation";
import type { AgentCard } from "#domain/agent-card";
import type { Actor } from "#domain/people";
import type { Hub } from "#hub/hub";
import { agentsWire, type AgentsWire } from "#protocol/agents";
import { changeWire, snapshotWire } from "#protocol/wire";
import type { EventStream } from "#test/fakes/door/client";
import { putThread } from "#test/fakes/door/furnish";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";

const card: AgentCard = { ide: "Cursor", model: "sonnet", description: "reviews", capabilities: [], skills: [], resumeCommand: "rm -rf /" };
let door: OpenDoor;
let ann: Actor;
beforeEach(async () => {
  door = await openDoor();
  ann = { kind: "person", id: door.owner.id as `per_${string}`, name: "Ann", role: "owner" };
});
afterEach(async () => {
  await door[Symbol.asyncDispose]();
});

const next = async (stream: EventStream): Promise<AgentsWire> => agentsWire.parse((await stream.next("agents")).data);

describe("agents on the stream", () => {
  it("stand in the snapshot, and nothing that they would have run does", async () => {
    await door.hub.bus.register(ann, card);
    const stream = await door.events("/api/events", { token: door.owner.token });
    const { data } = await stream.next("snapshot");
    expect(snapshotWire.parse(data).agents).toMatchObject([{ name: "Cursor (sonnet)", ide: "Cursor", is_online: true, is_invitable: false, agent_name: null }]);
    expect(stream.text()).not.toContain("rm -rf");
    stream.close();
  });

  it("come whole when one joins, and again when it has fallen silent", async () => {
    const stream = await door.events("/api/events", { token: door.member.token });
    await stream.next("snapshot");
    const { agent } = await door.hub.bus.register(ann, card);
    await door.clock.advance(250);
    expect((await next(stream)).agents).toMatchObject([{ id: agent.id, is_online: true }]);
    for (let n = 0; n < 5; n++) await door.clock.advance(15_250);
    expect((await next(stream)).agents).toMatchObject([{ id: agent.id, is_online: false }]);
    stream.close();
  });

  it("say in which threads they are, of those that the reader sees, and that they left", async () => {
    const open = await putThread(door, "open");
    const closed = await putThread(door, "closed", [door.agent.id]);
    await door.call("POST", "/api/agents/register", { token: door.agent.token, body: { ide: "Bee", model: "m1" } });
    const stream = await door.events("/api/events", { token: door.member.token });
    await stream.next("snapshot");
    for (const id of [open, closed]) expect((await door.call("GET", `/api/threads/${id}/wait?timeout_ms=0`, { token: door.agent.token })).status).toBe(200);
    await door.clock.advance(250);
    expect((await next(stream)).agents).toMatchObject([{ name: "Bee (m1)", threads: [open] }]);
    await door.call("POST", "/api/agents/unregister", { token: door.agent.token, body: {} });
    await door.clock.advance(250);
    expect((await next(stream)).agents).toEqual([]);
    stream.close();
  });

  it("tell who writes, in the snapshot and as it happens", async () => {
    const thread = await putThread(door, "open");
    const writes = (is_typing: boolean) =>
      door.call("POST", "/api/mcp/tool/agent_set_typing", { token: door.agent.token, body: { thread_id: thread, agent_id: door.agent.id, is_typing } });
    expect((await writes(true)).status).toBe(200);
    const stream = await door.events("/api/events", { token: door.member.token });
    expect(snapshotWire.parse((await stream.next("snapshot")).data).typing).toEqual([{ thread, who: door.agent.id, name: "bee" }]);
    await door.clock.advance(100);
    expect((await stream.next("typing")).data).toEqual({ thread, who: door.agent.id, name: "bee", is_typing: true });
    await writes(false);
    await door.clock.advance(100);
    expect((await stream.next("typing")).data).toMatchObject({ is_typing: false });
    stream.close();
  });

  it("are not told again while nothing about them changes", async () => {
    const stream = await door.events("/api/events", { token: door.owner.token });
    await stream.next("snapshot");
    for (let n = 0; n < 4; n++) await door.clock.advance(15_250);
    await door.hub.bus.register(ann, card);
    await door.clock.advance(250);
    expect((await next(stream)).agents).toHaveLength(1);
    expect(stream.text().match(/^event: agents$/gm)).toHaveLength(1);
    stream.close();
  });

  it("name those that can be invited, how their last run ended, and those that cannot be used", async () => {
    const thread = await putThread(door, "open");
    const last: Invitation = {
      id: "inv_1",
      agentName: "codex",
      thread,
      by: door.owner.id,
      byName: "Ann",
      at: 1_000,
      argv: ["codex", "[secret]"],
      state: "ended",
      endedAt: 5_000,
      exitCode: 127,
      reason: "",
      output: "codex: not found",
    };
    const entry = {
      name: "codex",
      displayName: "Codex",
      description: "reviews",
      argv: ["codex"],
      timeoutSeconds: 30,
      maxRuntimeSeconds: 60,
      enabled: true,
      environment: [],
    };
    const invitable: Hub["bus"]["invitable"] = async () => ({
      entries: [{ ...entry, health: { name: "codex", ok: false, says: "codex is not on the path.", checkedAt: 1 }, last }],
      invalid: [{ name: "shelly", why: "Its command has a pipe." }],
    });
    await using listed = await openDoor({ wrap: (hub) => ({ ...hub, bus: { ...hub.bus, invitable } }) });
    const stream = await listed.events("/api/events", { token: listed.owner.token });
    const { invitable: rows, invalid_agents: wrong } = snapshotWire.parse((await stream.next("snapshot")).data);
    expect(rows).toMatchObject([
      {
        agent_name: "codex",
        display_name: "Codex",
        is_invitable: true,
        health: { ok: false, says: "codex is not on the path." },
        last: { invited_by: "Ann", exit_code: 127, duration_ms: 4_000, output: "codex: not found" },
      },
    ]);
    expect(wrong).toEqual([{ agent_name: "shelly", why: "Its command has a pipe.", waits: null, question: null }]);
    stream.close();
  });
});

describe("changes on the stream", () => {
  it("say by name who made them", async () => {
    const { thread } = await door.hub.bus.createThread(ann, { topic: "Naming" });
    const stream = await door.events(`/api/events?thread=${thread.id}`, { token: door.owner.token });
    await stream.next("snapshot");
    await door.hub.bus.rename(ann, thread.id, "Names");
    const entry = (await stream.next("entry")).data["entry"] as { readonly change: unknown };
    expect(changeWire.parse(entry.change)).toEqual({ kind: "renamed", topic: "Names", by: door.owner.id, by_name: "Ann" });
    stream.close();
  });
});
