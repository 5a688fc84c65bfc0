import { expect, it } from "vitest";
import type { Person } from "#domain/people";
import type { PersonId } from "#domain/ids";
import { kit, refusal } from "#test/contracts/store/kit";
import type { Kit, OpenStore } from "#test/contracts/store/kit";

async function person(k: Kit, name: string, more: Partial<Person> = {}): Promise<Person> {
  return k.store.addPerson({ id: k.newId("per"), name, role: "member", accounts: [], source: "store", ...more }, k.record());
}

async function table(k: Kit): Promise<readonly string[]> {
  return (await k.store.people()).map(({ name, role, accounts, source }) => `${name} ${role} ${accounts.join("+")} ${source}`).toSorted();
}

export function peopleContract(open: OpenStore): void {
  it("refuses a name that somebody has in any case, or that is Parley's own", async () => {
    await using k = await kit(open);
    const bob = await person(k, "Bob", { accounts: ["irc:bob"] });
    expect(await k.store.people()).toEqual([bob]);
    for (const name of ["bob", " BOB ", "hub", "Operator"]) expect(await refusal(person(k, name))).toBe("NameTaken");
    expect(await k.store.auditRecords({ limit: 9 })).toHaveLength(1);
  });

  it("gives an account to one person: it moves", async () => {
    await using k = await kit(open);
    const one = await person(k, "one", { accounts: ["irc:a", "irc:b"] });
    await person(k, "two", { accounts: ["irc:a"] });
    expect(await table(k)).toEqual(["one member irc:b store", "two member irc:a store"]);
    expect(await k.store.linkAccount(one.id, "irc:a", k.record())).toBe(true);
    expect(await k.store.linkAccount("per_missing", "irc:a", k.record())).toBe(false);
    expect(await table(k)).toEqual(["one member irc:a+irc:b store", "two member  store"]);
    expect(await k.store.auditRecords({ limit: 9 })).toHaveLength(3);
  });

  it("removes a person with their tokens, links and accounts, but never the last owner", async () => {
    await using k = await kit(open);
    const [one, two] = [await person(k, "one", { role: "owner", accounts: ["irc:a"] }), await person(k, "two", { role: "owner" })];
    await k.store.addToken({ id: "tok_1", holder: { kind: "person", person: one.id, answers: true }, label: "", at: 1 }, "h1", k.record());
    await k.store.addLink({ hash: "l1", purpose: { kind: "login", person: one.id }, expiresAt: 100 });
    expect(await k.store.removePerson(one.id, 5, k.record())).toBe(true);
    expect(await k.store.tokenByHash("h1", 6)).toBeUndefined();
    expect(await k.store.tokens()).toMatchObject([{ id: "tok_1", revokedAt: 5 }]);
    expect(await k.store.useLink({ hash: "l1", at: 6, name: "", newPerson: "per_x", token: { id: "tok_2", hash: "h2" } })).toEqual({
      ok: false,
      code: "LinkUnknown",
    });
    expect(await k.store.removePerson(one.id, 6, k.record())).toBe(false);
    expect(await refusal(k.store.removePerson(two.id, 6, k.record()))).toBe("NotAllowed");
    expect(await table(k)).toEqual(["two owner  store"]);
  });

  it("ends a removed person's agents, the tokens that they or these have made, and nobody else's, each with its record", async () => {
    await using k = await kit(open);
    const [ann, bob] = [await person(k, "ann"), await person(k, "bob")];
    const seen = { ide: "i", model: "m", description: "", capabilities: [], skills: [], aliasSource: "auto", at: 1 } as const;
    const sign = { lastHeartbeat: 1, lastActivity: "registered", lastActivityAt: 1 };
    await k.store.putAgent({ id: "agt_hers", name: "hers", owner: ann.id, ...seen, ...sign });
    await k.store.putAgent({ id: "agt_his", name: "his", owner: bob.id, ...seen, ...sign });
    const tokens = [
      ["tok_1", { kind: "person", person: ann.id, answers: false }, "operator"],
      ["tok_2", { kind: "agent", agent: "agt_hers", name: "hers", may: [] }, bob.id],
      ["tok_3", { kind: "person", person: bob.id, answers: false }, ann.id],
      ["tok_4", { kind: "agent", agent: "agt_guest", name: "guest", may: [], only: "thr_1" }, "agt_hers"],
      ["tok_5", { kind: "agent", agent: "agt_his", name: "his", may: [] }, bob.id],
    ] as const;
    for (const [id, holder, madeBy] of tokens) await k.store.addToken({ id, holder, label: id, madeBy, at: 1 }, id, k.record());
    expect((await k.store.tokens()).map(({ madeBy }) => madeBy)).toEqual(tokens.map(([, , madeBy]) => madeBy));
    await k.store.removePerson(ann.id, 5, k.record({ who: bob.id, data: { did: "person removed" } }));
    await k.reopen();
    expect((await k.store.tokens()).filter(({ revokedAt }) => revokedAt === undefined).map(({ id }) => id)).toEqual(["tok_5"]);
    expect((await k.store.registeredAgents()).map(({ id }) => id)).toEqual(["agt_his"]);
    expect((await k.store.auditRecords({ limit: 6 })).map(({ who, data }) => [who, data["did"], data["token"] ?? data["agent"]])).toEqual([
      [bob.id, "agent ended", "agt_hers"],
      [bob.id, "token revoked", "tok_4"],
      [bob.id, "token revoked", "tok_2"],
      [bob.id, "token revoked", "tok_3"],
      [bob.id, "token revoked", "tok_1"],
      [bob.id, "person removed", undefined],
    ]);
  });

  it("lets the file's people follow the file, and leaves those added by a verb", async () => {
    await using k = await kit(open);
    const newId = (): PersonId => k.newId("per");
    await person(k, "Olga", { role: "owner", accounts: ["irc:olga"] });
    await k.store.syncPeople(
      [
        { name: "ann", role: "member", accounts: ["irc:ann"] },
        { name: "bob", role: "admin", accounts: ["irc:bob"] },
      ],
      newId,
      1,
    );
    expect(await table(k)).toEqual(["Olga owner irc:olga store", "ann member irc:ann config", "bob admin irc:bob config"]);
    const [, ann] = await k.store.people();
    const synced = await k.store.syncPeople(
      [
        { name: "Ann", role: "admin", accounts: ["irc:ann2", "irc:bob"] },
        { name: "olga", role: "member", accounts: ["telegram:1"] },
        { name: "thief", role: "member", accounts: ["irc:olga"] },
      ],
      newId,
      2,
    );
    expect(synced).toEqual(await k.store.people());
    expect(synced.find(({ name }) => name === "ann")?.id).toBe(ann?.id);
    expect(await table(k)).toEqual(["Olga owner irc:olga+telegram:1 store", "ann admin irc:ann2+irc:bob config", "thief member  config"]);
    const records = (await k.store.auditRecords({ limit: 99 })).length;
    await k.store.syncPeople(
      [
        { name: "ann", role: "admin", accounts: ["irc:ann2", "irc:bob"] },
        { name: "olga", role: "member", accounts: ["telegram:1"] },
        { name: "thief", role: "member", accounts: ["irc:olga"] },
      ],
      newId,
      3,
    );
    expect(await k.store.auditRecords({ limit: 99 })).toHaveLength(records);
  });
}
