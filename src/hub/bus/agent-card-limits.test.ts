import { describe, expect, it } from "vitest";
import { aCard, BusHub, operator } from "#test/fakes/bus-hub";
import { connectMcp } from "#test/fakes/door/mcp";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";
import type { Reply } from "#test/fakes/door/client";
import { cardBytes } from "./clean-card.ts";

const tooLarge = [
  { skills: Array.from({ length: 100 }, () => ({ id: "s", d: "z".repeat(9_000) })) },
  { capabilities: Array.from({ length: 100 }, () => "c".repeat(200)) },
  { description: "描".repeat(2_000) },
  { description: "d".repeat(2_100), skills: [{ id: "s", d: "z".repeat(2_100) }] },
];
/** As large as a card may be, and of what takes most room where it is written as JSON within JSON. */
const largest = { skills: [{ q: '"'.repeat(2_010) }] };
// Made up, and put together here so that no scanner takes this file for a leak.
const secret = `ghp_${"aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC"}1234`;
const hidden = `${secret.slice(0, 9)}\u200b${secret.slice(9)}`;
const withSecret = [
  { description: `use ${secret}` },
  { capabilities: [secret] },
  { skills: [{ id: "s", deep: { er: [secret] } }] },
  { skills: [{ id: hidden }] },
  { skills: [{ id: `${secret.slice(0, 9)}\u0001${secret.slice(9)}` }] },
  { display_name: secret },
];

const register = (door: OpenDoor, token: string, body: object): Promise<Reply> =>
  door.call("POST", "/api/agents/register", { token, body: { ide: "Big", model: "m", ...body } });

describe("a card", () => {
  it("that is too large is refused at every entrance, and nothing of it is kept", async () => {
    await using door = await openDoor();
    await using bee = await connectMcp(door.port, door.agent.token);
    const thread_name = "cards";
    for (const card of tooLarge) {
      for (const { token } of [door.member, door.owner, door.agent])
        expect(await register(door, token, card)).toMatchObject({ status: 413, json: { error: "TooLarge", max: cardBytes } });
      expect(await door.call("PUT", `/api/agents/${door.agent.id}`, { token: door.agent.token, body: card })).toMatchObject({ status: 413 });
      for (const call of [
        bee.tool("agent_register", { ide: "Big", model: "m", ...card }),
        bee.tool("agent_update", card),
        bee.tool("bus_connect", { thread_name, ide: "Big", model: "m", ...card }),
        bee.tool("bus_connect", { thread_name, ...card }),
      ])
        expect(await call).toMatchObject({ isError: true, body: { error: "TooLarge" } });
    }
    expect(await door.store.registeredAgent(door.agent.id as `agt_${string}`)).toMatchObject({ description: "", capabilities: [], skills: [] });
    expect((await door.store.registeredAgents()).map(({ name }) => name)).toEqual(["bee"]);
  });

  it("is within the limit in sum when its fields are sent one after the other", async () => {
    await using door = await openDoor();
    const put = (body: object): Promise<Reply> => door.call("PUT", `/api/agents/${door.agent.id}`, { token: door.agent.token, body });
    expect((await put({ description: "d".repeat(2_100) })).status).toBe(200);
    expect((await put({ skills: [{ d: "z".repeat(2_100) }] })).status).toBe(413);
    expect((await put({ skills: [{ d: "z".repeat(1_000) }] })).status).toBe(200);
  });

  it("keeps a list of a hundred of the largest near a megabyte, over REST and MCP", async () => {
    await using door = await openDoor();
    for (let n = 0; n < 100; n++) expect((await register(door, door.owner.token, largest)).status).toBe(200);
    expect((await door.call("GET", "/api/agents", { token: door.member.token })).text.length).toBeLessThan(500_000);
    await using mia = await connectMcp(door.port, door.member.token);
    const listed = await mia.client.callTool({ name: "agent_list", arguments: {} });
    expect(JSON.stringify(listed)).toContain("Big (m) 100");
    expect(JSON.stringify(listed).length).toBeLessThan(1_100_000);
    const read = await mia.client.readResource({ uri: "chat://agents/active" });
    expect(JSON.stringify(read).length).toBeLessThan(1_100_000);
  });

  it("stored before there was a limit is shown cut, and can be changed", async () => {
    await using rig = await BusHub.start();
    const cara = await rig.agent("Cara");
    const { agent } = await rig.bus.agent(operator, cara.id);
    await rig.store.putAgent({ ...agent, description: "描".repeat(4_000), skills: [{ d: "z".repeat(900_000) }], resumeCommand: "r".repeat(1_000) });
    for (const rows of [await rig.bus.agents(operator), [await rig.bus.agent(operator, cara.id)]]) {
      expect(Buffer.byteLength(JSON.stringify(rows))).toBeLessThan(cardBytes);
      expect(rows[0]?.agent.description).toMatch(/^描{500}$/);
    }
    expect((await rig.bus.update(cara, cara.id, { capabilities: ["review"] })).agent).toMatchObject({ capabilities: ["review"], skills: [] });
    expect(JSON.stringify(await rig.store.registeredAgent(cara.id)).length).toBeLessThan(cardBytes);
  });

  it("that carries a secret is refused at every entrance, whoever sends it", async () => {
    await using door = await openDoor();
    await using bee = await connectMcp(door.port, door.agent.token);
    for (const card of withSecret) {
      for (const { token } of [door.member, door.agent])
        expect(await register(door, token, card)).toMatchObject({ status: 400, json: { error: "ContentBlocked", pattern: "GitHub Personal Access Token" } });
      expect(await door.call("PUT", `/api/agents/${door.agent.id}`, { token: door.agent.token, body: card })).toMatchObject({ status: 400 });
      for (const call of [
        bee.tool("agent_register", { ide: "Bee", model: "m", ...card }),
        bee.tool("agent_update", card),
        bee.tool("bus_connect", { thread_name: "cards", ...card }),
      ])
        expect(await call).toMatchObject({ isError: true });
    }
    expect((await door.store.registeredAgents()).map(({ name }) => name)).toEqual(["bee"]);
  });
});

describe("an agent", () => {
  it("changes its card, sends heartbeats and says that it writes so often in a minute, and then waits", async () => {
    await using rig = await BusHub.start();
    const thread = await rig.thread(operator);
    const cara = await rig.agent("Cara");
    const deeds = {
      updates: () => rig.bus.update(cara, cara.id, { description: "d" }),
      heartbeats: () => rig.bus.heartbeat(cara, cara.id),
      typing: () => rig.bus.typing(cara, thread, true),
    };
    for (const [scope, deed] of Object.entries(deeds)) {
      const limit = scope === "updates" ? 60 : 120;
      for (let n = 0; n < limit; n++) await deed();
      await expect(deed()).rejects.toMatchObject({ code: "RateLimited", data: { limit, window: 60, retry_after: 60, scope } });
    }
    // To register again under its own token is a change too.
    await expect(rig.bus.register(cara, aCard)).rejects.toMatchObject({ code: "RateLimited", data: { scope: "updates" } });
    for (let n = 0; n < 61; n++) await rig.bus.update(operator, cara.id, { description: "d" });
    await rig.clock.advance(60_000);
    await deeds.updates();
  });

  it("of a member's is changed no more often by the member", async () => {
    await using door = await openDoor();
    const { json } = await register(door, door.member.token, {});
    const put = (): Promise<Reply> => door.call("PUT", `/api/agents/${String(json["agent_id"])}`, { token: door.member.token, body: { description: "d" } });
    for (let n = 0; n < 60; n++) expect((await put()).status).toBe(200);
    expect(await put()).toMatchObject({ status: 429, headers: { "retry-after": "60" }, json: { error: "RateLimited", scope: "updates" } });
  });
});
