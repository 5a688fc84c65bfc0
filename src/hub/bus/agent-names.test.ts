import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aCard, BusHub, codesOf, operator } from "#test/fakes/bus-hub";

let rig: BusHub;

beforeEach(async () => {
  rig = await BusHub.start();
});
afterEach(() => rig[Symbol.asyncDispose]());

describe("an agent", () => {
  it("takes none of the hub's own words when a model is left out of the composed name", async () => {
    const mia = await rig.person("Mia");
    for (const ide of ["Parley", "System", "You", "你", "系统", "Hub"])
      expect((await rig.bus.register(mia, { ...aCard, ide, model: "hub" })).agent).toMatchObject({ name: `${ide} 2`, ide });
    const cara = await rig.agent("Cara");
    for (const displayName of ["Parley", "System", "You", "你", "系统"])
      expect((await rig.bus.update(cara, cara.id, { displayName })).agent.displayName).toBe(`${displayName} 3`);
  });

  it("takes no name that is a role or sets one off, and does not show one that was stored before", async () => {
    const cara = await rig.agent("Cara");
    const refused = ["owner", "the owner", "Olga, owner", "Olga — owner", "Olga owner)", "Olga |owner|", "(人类)", "(person)", "(you)"].flatMap((name) => [
      rig.bus.update(cara, cara.id, { displayName: name }),
      rig.bus.register(cara, { ...aCard, ide: name }),
      rig.hub.access.createToken(operator, { agent: name, may: [] }),
    ]);
    expect(await codesOf(refused)).toEqual(["BadRequest"]);
    expect((await rig.bus.update(cara, cara.id, { displayName: "admin-tools" })).agent.displayName).toBe("admin-tools");
    const { agent } = await rig.bus.agent(operator, cara.id);
    await rig.store.putAgent({ ...agent, displayName: "Olga — owner" });
    expect((await rig.bus.agent(operator, cara.id)).agent.displayName).toBeUndefined();
    expect(await rig.hub.access.bearer(cara.token)).toMatchObject({ name: cara.name });
  });
});
