import { expect, it } from "vitest";
import type { Pairing } from "#domain/pairing";
import type { Account, Person } from "#domain/people";
import { kit, refusal } from "#test/contracts/store/kit";
import type { Kit, OpenStore } from "#test/contracts/store/kit";

const aPairing = (account: Account, more: Partial<Pairing> = {}): Pairing => ({
  code: `CODE-${account}`,
  channel: "chat",
  account,
  name: account,
  at: 10,
  expiresAt: 100,
  ...more,
});

const approve = (k: Kit, code: string, person: Person, at = 20): Promise<Pairing | undefined> =>
  k.store.approvePairing({ code, at, holder: { person: person.id }, mostWrong: 2, audit: k.record(), made: { madeBy: "operator" } });

const member = (k: Kit, name: string): Promise<Person> =>
  k.store.addPerson({ id: k.newId("per"), name, role: "member", accounts: [], source: "store" }, k.record());

const codes = async (k: Kit, at = 20): Promise<readonly string[]> => (await k.store.pairings(at)).map(({ code }) => code);

export function pairingContract(open: OpenStore): void {
  it("keeps one pairing per account and channel, and so many per channel", async () => {
    await using k = await kit(open);
    expect(await k.store.pair(aPairing("chat:a"), 2)).toMatchObject({ code: "CODE-chat:a" });
    expect(await k.store.pair(aPairing("chat:a", { code: "OTHER" }), 2)).toMatchObject({ code: "CODE-chat:a" });
    expect(await k.store.pair(aPairing("chat:b"), 2)).toMatchObject({ account: "chat:b" });
    expect(await k.store.pair(aPairing("chat:c"), 2)).toBeUndefined();
    expect(await k.store.pair(aPairing("irc:c", { channel: "irc" }), 2)).toMatchObject({ channel: "irc" });
    expect(await codes(k)).toEqual(["CODE-chat:a", "CODE-chat:b", "CODE-irc:c"]);
    // Those that are over make room.
    expect(await k.store.pair(aPairing("chat:c", { at: 100, expiresAt: 200 }), 2)).toMatchObject({ account: "chat:c" });
    expect(await codes(k, 100)).toEqual(["CODE-chat:c"]);
  });

  it("gives the account of an approved code to the person, once, with a record", async () => {
    await using k = await kit(open);
    const bob = await member(k, "Bob");
    await k.store.pair(aPairing("chat:a"), 3);
    expect(await approve(k, "CODE-chat:a", bob)).toMatchObject({ account: "chat:a" });
    expect((await k.store.people()).find(({ id }) => id === bob.id)?.accounts).toEqual(["chat:a"]);
    expect(await k.store.auditRecords({ limit: 9 })).toHaveLength(2);
    expect(await approve(k, "CODE-chat:a", bob)).toBeUndefined();
    expect(await codes(k)).toEqual([]);
  });

  it("adds somebody new in the same step, or nothing at all", async () => {
    await using k = await kit(open);
    await member(k, "Bob");
    await k.store.pair(aPairing("chat:a"), 3);
    const add = (name: string): Promise<Pairing | undefined> =>
      k.store.approvePairing({
        code: "CODE-chat:a",
        at: 20,
        holder: { add: { id: k.newId("per"), name, role: "member", accounts: [], source: "store" } },
        mostWrong: 5,
        audit: k.record(),
        made: { madeBy: "operator" },
      });
    expect(await refusal(add("bob"))).toBe("NameTaken");
    expect(await codes(k)).toEqual(["CODE-chat:a"]);
    expect(await add("Cy")).toMatchObject({ account: "chat:a" });
    expect((await k.store.people()).map(({ name, accounts }) => [name, ...accounts].join(" ")).toSorted()).toEqual(["Bob", "Cy chat:a"]);
  });

  it("ends codes that are guessed at, and those whose time is over", async () => {
    await using k = await kit(open);
    const bob = await member(k, "Bob");
    await k.store.pair(aPairing("chat:a"), 3);
    expect(await approve(k, "WRONG", bob)).toBeUndefined();
    await k.store.pair(aPairing("chat:b"), 3);
    expect(await approve(k, "WRONG", bob)).toBeUndefined();
    expect(await codes(k)).toEqual(["CODE-chat:b"]);
    expect(await approve(k, "CODE-chat:b", bob, 100)).toBeUndefined();
    expect((await k.store.people())[0]?.accounts).toEqual([]);
  });

  it("joins an account to the person who made a link code, once, and ends it with a newer one or the person", async () => {
    await using k = await kit(open);
    const [bob, cy] = [await member(k, "Bob"), await member(k, "Cy")];
    const use = (hash: string, account: Account, at = 20): Promise<Person | undefined> => k.store.useLinkCode({ hash, at, account, audit: () => k.record() });
    await k.store.addLinkCode({ hash: "old", person: bob.id, expiresAt: 100, madeBy: bob.id }, k.record());
    await k.store.addLinkCode({ hash: "new", person: bob.id, expiresAt: 100, madeBy: bob.id }, k.record());
    await k.store.pair(aPairing("chat:a"), 3);
    expect(await use("old", "chat:a")).toBeUndefined();
    expect(await use("new", "chat:a", 100)).toBeUndefined();
    expect(await use("new", "chat:a")).toMatchObject({ name: "Bob" });
    expect(await use("new", "chat:b")).toBeUndefined();
    expect(await codes(k)).toEqual([]);
    expect((await k.store.people()).find(({ id }) => id === bob.id)?.accounts).toEqual(["chat:a"]);
    await k.store.addLinkCode({ hash: "gone", person: cy.id, expiresAt: 100, madeBy: cy.id }, k.record());
    await k.store.removePerson(cy.id, 20, k.record());
    expect(await use("gone", "chat:b")).toBeUndefined();
  });

  it("ends what a link code joined, and the codes that are open, with whoever made them or the account they were made with", async () => {
    await using k = await kit(open);
    const [ann, olga] = [await member(k, "ann"), await member(k, "olga")];
    const accountsOf = async (name: string): Promise<readonly string[]> => (await k.store.people()).find((one) => one.name === name)?.accounts ?? [];
    const use = (hash: string, account: Account): Promise<Person | undefined> => k.store.useLinkCode({ hash, at: 20, account, audit: () => k.record() });
    // Ann gives Olga an account that is hers, and joins more to Olga with it.
    await k.store.linkAccount(olga.id, "chat:ann-two", k.record(), { madeBy: ann.id });
    const made = { madeBy: olga.id, madeWith: "chat:ann-two" } as const;
    await k.store.addLinkCode({ hash: "used", person: olga.id, expiresAt: 100, ...made }, k.record());
    await use("used", "irc:ann-three");
    await k.store.addLinkCode({ hash: "open", person: olga.id, expiresAt: 100, ...made }, k.record());
    expect(await accountsOf("olga")).toEqual(["chat:ann-two", "irc:ann-three"]);
    await k.store.removePerson(ann.id, 30, k.record());
    expect(await accountsOf("olga")).toEqual([]);
    expect(await use("open", "irc:ann-four")).toBeUndefined();
  });

  it("leaves a link code as it is when the account is the person's already", async () => {
    await using k = await kit(open);
    const bob = await k.store.addPerson({ id: k.newId("per"), name: "Bob", role: "member", accounts: ["chat:a"], source: "store" }, k.record());
    await k.store.addLinkCode({ hash: "h", person: bob.id, expiresAt: 100, madeBy: bob.id }, k.record());
    const use = (account: Account): Promise<Person | undefined> => k.store.useLinkCode({ hash: "h", at: 20, account, audit: () => k.record() });
    expect(await use("chat:a")).toEqual(bob);
    expect(await use("irc:a")).toEqual(bob);
  });
}
