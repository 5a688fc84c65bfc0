import { describe, expect, it } from "vitest";
import type { Store } from "#domain/store";
import { accessTexts } from "#hub/access/texts";
import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";
import { BusHub, operator } from "#test/fakes/bus-hub";

describe("a change that takes an owner", () => {
  it("is refused with the role that the caller has, not with their name", async () => {
    await using rig = await BusHub.start();
    const mia = { kind: "person", id: "per_mia", name: "Mia", role: "admin" } as const;
    const problem = say("en", accessTexts.roleNeeded, { role: say("en", commonTexts.roleOwner), mine: say("en", commonTexts.roleAdmin) });
    await expect(rig.hub.access.people(mia)).rejects.toThrow(problem);
  });
});

describe("who a token is", () => {
  it("is not remembered from before it was revoked, however slowly it was read", async () => {
    const read = Promise.withResolvers<void>();
    const wrap = (store: Store): Store => ({
      ...store,
      tokenByHash: async (hash, at) => {
        const found = await store.tokenByHash(hash, at);
        await read.promise;
        return found;
      },
    });
    await using rig = await BusHub.start({ wrap });
    const { access } = rig.hub;
    const { id, token } = await access.createToken(operator, { agent: "bee", may: [] });
    const asked = access.bearer(token);
    await rig.clock.settle();
    await access.revokeToken(operator, id);
    read.resolve();
    await asked;
    expect(await access.bearer(token)).toBeUndefined();
  });

  it("is known to have changed when the listeners are told, until they stop to listen", async () => {
    await using rig = await BusHub.start();
    const { access } = rig.hub;
    const { id, token } = await access.createToken(operator, { agent: "bee", may: [] });
    await access.bearer(token);
    const seen: Promise<unknown>[] = [];
    const stop = access.onChange(() => void seen.push(access.bearer(token)));
    await access.revokeToken(operator, id);
    const told = await Promise.all(seen);
    expect(told.length).toBeGreaterThan(0);
    expect(told.every((actor) => actor === undefined)).toBe(true);
    stop();
    await access.createToken(operator, { agent: "cat", may: [] });
    expect(seen).toHaveLength(told.length);
  });
});
