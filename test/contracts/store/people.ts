import { expect, it } from "vitest";
import type { Token } from "#domain/access";
import type { Made, Person } from "#domain/people";
import type { PersonId, TokenId } from "#domain/ids";
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

  it("changes a role, but never that of the last owner", async () => {
    await using k = await kit(open);
    const [one, two] = [await person(k, "one", { role: "owner", accounts: ["irc:a"] }), await person(k, "two")];
    expect(await refusal(k.store.setRole(one.id, "admin", k.record()))).toBe("NotAllowed");
    expect(await k.store.setRole(two.id, "owner", k.record())).toBe(true);
    expect(await k.store.setRole(one.id, "member", k.record())).toBe(true);
    expect(await k.store.setRole("per_missing", "owner", k.record())).toBe(false);
    expect(await table(k)).toEqual(["one member irc:a store", "two owner  store"]);
    expect(await k.store.auditRecords({ limit: 9 })).toHaveLength(4);
  });

  it("removes a person with their tokens, links and accounts, but never the last owner", async () => {
    await using k = await kit(open);
    const [one, two] = [await person(k, "one", { role: "owner", accounts: ["irc:a"] }), await person(k, "two", { role: "owner" })];
    await k.store.addToken({ id: "tok_1", holder: { kind: "person", person: one.id, answers: true }, label: "", at: 1 }, "h1", k.record());
    await k.store.addLink({ hash: "l1", purpose: { kind: "login", person: one.id }, expiresAt: 100 }, k.record());
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
      [bob.id, "token revoked", "tok_3"],
      [bob.id, "token revoked", "tok_2"],
      [bob.id, "token revoked", "tok_1"],
      [bob.id, "person removed", undefined],
    ]);
  });

  it("ends what a removed person made as somebody else, however long the chain, and what the others made themselves stays", async () => {
    await using k = await kit(open);
    const [ann, olga, pete] = [await person(k, "ann", { role: "owner" }), await person(k, "olga", { role: "owner" }), await person(k, "pete")];
    const seen = { ide: "i", model: "m", description: "", capabilities: [], skills: [], aliasSource: "auto", at: 1 } as const;
    const sign = { lastHeartbeat: 1, lastActivity: "registered", lastActivityAt: 1 };
    const link = (hash: string, whose: PersonId, made: Made) =>
      k.store.addLink({ hash, purpose: { kind: "login", person: whose }, expiresAt: 100, ...made }, k.record());
    const use = (hash: string, id: TokenId) => k.store.useLink({ hash, at: 2, name: "", newPerson: "per_x", token: { id, hash: id } });
    const token = (id: TokenId, holder: Token["holder"], made: Made) => k.store.addToken({ id, holder, label: id, at: 1, ...made }, id, k.record());
    const asOlga = { madeBy: olga.id, madeWith: "tok_as_olga" } as const;
    await link("l_used", olga.id, { madeBy: ann.id });
    expect(await use("l_used", "tok_as_olga")).toMatchObject({ ok: true, person: olga.id });
    await link("l_open", olga.id, { madeBy: ann.id });
    await link("l_chain", pete.id, asOlga);
    await k.store.linkAccount(olga.id, "irc:second", k.record(), { madeBy: ann.id });
    await k.store.linkAccount(pete.id, "irc:third", k.record(), asOlga);
    await k.store.putAgent({ id: "agt_chain", name: "chain", owner: olga.id, madeWith: "tok_as_olga", ...seen, ...sign });
    await token("tok_agent", { kind: "agent", agent: "agt_chain", name: "chain", may: [] }, asOlga);
    await token("tok_guest", { kind: "agent", agent: "agt_guest", name: "guest", may: [], only: "thr_1" }, { madeBy: "agt_chain", madeWith: "tok_agent" });
    await token("tok_account", { kind: "person", person: pete.id, answers: false }, { madeBy: pete.id, madeWith: "irc:third" });
    // She signs out first: what was made with the token is still there.
    await k.store.revokeToken("tok_as_olga", 3, k.record());
    await link("l_own", olga.id, { madeBy: olga.id, madeWith: "tok_own" });
    await token("tok_own", { kind: "person", person: olga.id, answers: false }, { madeBy: "operator" });
    await k.store.putAgent({ id: "agt_own", name: "own", owner: olga.id, madeWith: "tok_own", ...seen, ...sign });
    await token("tok_own_agent", { kind: "agent", agent: "agt_own", name: "own", may: [] }, { madeBy: olga.id, madeWith: "tok_own" });
    await k.store.linkAccount(olga.id, "irc:olga", k.record(), { madeBy: "operator" });

    await k.store.removePerson(ann.id, 5, k.record({ who: olga.id, data: { did: "person removed" } }));
    await k.reopen();
    expect((await k.store.tokens()).filter(({ revokedAt }) => revokedAt === undefined).map(({ id }) => id)).toEqual(["tok_own", "tok_own_agent"]);
    expect((await k.store.registeredAgents()).map(({ id }) => id)).toEqual(["agt_own"]);
    expect(await table(k)).toEqual(["olga owner irc:olga store", "pete member  store"]);
    for (const hash of ["l_used", "l_open", "l_chain"]) expect(await use(hash, "tok_late")).toEqual({ ok: false, code: "LinkUnknown" });
    const records = await k.store.auditRecords({ limit: 8 });
    expect(
      records
        .filter(({ data }) => data["removed"] === "ann")
        .map(({ data }) => [data["did"], data["token"] ?? data["agent"] ?? data["account"] ?? data["person"]]),
    ).toEqual([
      ["account unlinked", "irc:third"],
      ["account unlinked", "irc:second"],
      ["login link ended", "olga"],
      ["login link ended", "pete"],
      ["agent ended", "agt_chain"],
      ["token revoked", "tok_account"],
      ["token revoked", "tok_guest"],
      ["token revoked", "tok_agent"],
    ]);
    expect(await use("l_own", "tok_new")).toMatchObject({ ok: true, person: olga.id });
  });

  it("keeps an account that somebody else has linked again, or that the file lists", async () => {
    await using k = await kit(open);
    const newId = (): PersonId => k.newId("per");
    const file = [{ name: "pete", role: "member", accounts: ["irc:file"] }] as const;
    await k.store.syncPeople([{ name: "pete", role: "member", accounts: [] }], newId, 1);
    const [ann, olga] = [await person(k, "ann", { role: "owner" }), await person(k, "olga", { role: "owner" })];
    const pete = (await k.store.people()).find(({ name }) => name === "pete")?.id ?? "per_missing";
    await k.store.linkAccount(pete, "irc:file", k.record(), { madeBy: ann.id });
    await k.store.linkAccount(olga.id, "irc:again", k.record(), { madeBy: ann.id });
    await k.store.linkAccount(olga.id, "irc:again", k.record(), { madeBy: "operator" });
    await k.store.syncPeople(file, newId, 2);
    await k.store.removePerson(ann.id, 5, k.record());
    expect((await table(k)).toSorted()).toEqual(["olga owner irc:again store", "pete member irc:file config"]);
  });

  it("ends an account with what was made with it, its chat and what waits for it; one of the file stays", async () => {
    await using k = await kit(open);
    const newId = () => k.newId("per");
    const [ann] = await k.store.syncPeople([{ name: "ann", role: "owner", accounts: ["irc:ann"] }], newId, 1);
    if (ann === undefined) throw new Error("no ann");
    await k.store.linkAccount(ann.id, "chat:ann", k.record(), { madeBy: ann.id, madeWith: "irc:ann" });
    await k.store.linkAccount(ann.id, "chat:other", k.record(), { madeBy: ann.id, madeWith: "chat:ann" });
    const own = { channel: "chat", room: "ann" };
    const thread = await k.thread();
    await k.store.bind(own, thread, 2);
    await k.store.bind({ channel: "chat", room: "group" }, thread, 2);
    const note = { to: own, body: { kind: "note", parts: [{ kind: "text", markdown: "for her alone" }] } } as const;
    await k.store.accept({ at: 3, reach: { account: "chat:ann", address: own }, deliveries: [note] });

    expect(await k.store.unlinkAccount("irc:ann", 4, ann.id)).toMatchObject({ isInFile: true, person: { name: "ann" } });
    expect(await k.store.unlinkAccount("chat:nobody", 4, ann.id)).toBeUndefined();
    expect(await k.store.unlinkAccount("chat:ann", 4, ann.id)).toMatchObject({ isInFile: false, person: { name: "ann" } });
    expect(await table(k)).toEqual(["ann owner irc:ann config"]);
    expect((await k.store.boundAddresses(thread)).map(({ room }) => room)).toEqual(["group"]);
    expect(await k.store.reach(["chat:ann"])).toEqual([]);
    expect(await k.store.countDue()).toBe(0);
    const records = (await k.store.auditRecords({ limit: 9 })).filter(({ data }) => data["did"] === "account unlinked");
    expect(records.map(({ who, data }) => `${who} ${JSON.stringify(data["account"])}`).toSorted()).toEqual([`${ann.id} "chat:ann"`, `${ann.id} "chat:other"`]);
  });

  it("keeps what a person of the file linked over a restart, until the file or somebody unlinks it", async () => {
    await using k = await kit(open);
    const file = [{ name: "ann", role: "owner", accounts: ["irc:ann"] }] as const;
    const newId = () => k.newId("per");
    const [ann] = await k.store.syncPeople(file, newId, 1);
    await k.store.linkAccount(ann?.id ?? "per_none", "chat:ann", k.record(), { madeBy: ann?.id ?? "operator" });
    await k.store.syncPeople(file, newId, 2);
    expect(await table(k)).toEqual(["ann owner chat:ann+irc:ann config"]);
    await k.store.syncPeople([{ ...file[0], accounts: ["irc:other"] }], newId, 3);
    expect(await table(k)).toEqual(["ann owner chat:ann+irc:other config"]);
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
