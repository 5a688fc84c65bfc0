import { describe, expect, it } from "vitest";
import type { AgentId, ThreadId } from "#domain/ids";
import type { Store } from "#domain/store";
import { BusHub, operator } from "#test/fakes/bus-hub";
import { openBusRoom, post } from "#test/fakes/door/bus-room";

describe("an agent that only holds a token", () => {
  it("is listed under the token's name from its first call, alone and in its thread", async () => {
    await using room = await openBusRoom();
    const delta = await room.agent("Delta");
    const thread = String((await delta.tool("thread_create", { topic: "mine" })).body["thread_id"]);
    await post(delta, thread, "hello");
    const row = { agent_id: delta.id, name: "Delta", display_name: "Delta", is_online: true };
    expect((await room.mia.tool("agent_list")).list.find((one) => one["agent_id"] === delta.id)).toMatchObject(row);
    const here = await room.door.call("GET", `/api/threads/${thread}/agents`, { token: room.mia.token });
    expect(JSON.parse(here.text)).toMatchObject([{ agent_id: delta.id, name: "Delta" }]);
  });

  it("sends heartbeats and comes back with its bearer, and stays who it is when it connects", async () => {
    await using room = await openBusRoom();
    const delta = await room.agent("Delta");
    expect((await delta.tool("agent_heartbeat")).body).toEqual({ ok: true });
    expect((await delta.tool("agent_resume")).body).toMatchObject({ ok: true, agent_id: delta.id, name: "Delta", is_online: true });
    expect((await delta.tool("bus_connect", { thread_name: "plans" })).body["agent"]).toMatchObject({ agent_id: delta.id, name: "Delta" });
    expect((await delta.tool("bus_connect", { thread_name: "plans", model: "M" })).body["agent"]).toMatchObject({ name: "Unknown (M)" });
  });

  it("can be kicked: its wait ends and its token is nobody's", async () => {
    await using room = await openBusRoom();
    const delta = await room.agent("Delta");
    const thread = String((await delta.tool("thread_create", { topic: "mine" })).body["thread_id"]);
    const waits = delta.tool("msg_wait", { thread_id: thread, after_seq: 0, timeout_ms: 50_000 });
    await expect.poll(async () => (await room.door.hub.bus.waits(operator)).map((wait) => wait.name)).toEqual(["Delta"]);
    const list = await room.door.call("GET", "/api/threads", { token: room.mia.token });
    expect(list.json["threads"]).toMatchObject([{ waiting_agents: [{ id: delta.id, display_name: "Delta" }] }]);
    expect((await room.door.call("POST", `/api/agents/${delta.id}/kick`, { token: room.ann.token, body: {} })).status).toBe(200);
    expect(await waits).toMatchObject({ isError: true });
    expect((await room.door.call("GET", "/api/me", { token: delta.token })).status).toBe(401);
    expect((await room.mia.tool("agent_list")).list.find((one) => one["agent_id"] === delta.id)).toBeUndefined();
  });

  it("that was kicked is back once it comes with a new token of that name", async () => {
    await using rig = await BusHub.start();
    const first = await rig.hub.access.createToken(operator, { agent: "Delta", may: [] });
    await rig.hub.access.bearer(first.token);
    await rig.bus.kick(operator, first.agent as AgentId);
    const second = await rig.hub.access.createToken(operator, { agent: "Delta", may: [] });
    expect(await rig.bus.agents(operator)).toEqual([]);
    expect(await rig.hub.access.bearer(first.token)).toBeUndefined();
    expect(await rig.hub.access.bearer(second.token)).toMatchObject({ id: first.agent, name: "Delta" });
    expect(await rig.bus.agents(operator)).toMatchObject([{ agent: { id: first.agent, name: "Delta" } }]);
  });

  it("takes nobody's name, also when somebody got it after the token was made", async () => {
    await using rig = await BusHub.start();
    const { token } = await rig.hub.access.createToken(operator, { agent: "Ola", may: [] });
    await rig.person("Ola");
    expect(await rig.hub.access.bearer(token)).toMatchObject({ name: "Ola 2" });
  });

  it("is named where everybody waits for everybody", async () => {
    await using rig = await BusHub.start();
    const thread: ThreadId = await rig.thread(operator);
    for (const agent of ["Delta", "Echo"]) {
      const by = await rig.hub.access.bearer((await rig.hub.access.createToken(operator, { agent, may: [] })).token);
      rig.wait(by ?? operator, thread, 0, { timeoutMs: 600_000 }).catch(() => {});
    }
    await rig.untilWaiting(thread, 2);
    await rig.clock.advance(61_000);
    expect((await rig.texts(thread)).join()).toContain("is waiting for someone else: Delta, Echo.");
  });

  it("is written down once, not with each thing it does", async () => {
    const puts: string[] = [];
    const wrap = (store: Store): Store => ({ ...store, putAgent: (agent) => (puts.push(agent.name), store.putAgent(agent)) });
    await using rig = await BusHub.start({ wrap });
    const { token } = await rig.hub.access.createToken(operator, { agent: "Delta", may: [] });
    const thread = await rig.thread(operator);
    for (let line = 0; line < 3; line++) {
      const [by] = await Promise.all([rig.hub.access.bearer(token), rig.hub.access.bearer(token)]);
      await rig.post(by ?? operator, thread, `line ${line}`);
      await rig.clock.advance(30_000);
    }
    expect(puts).toEqual(["Delta"]);
  });
});
