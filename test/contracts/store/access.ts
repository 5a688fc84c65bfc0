import { expect, it } from "vitest";
import type { LinkUse } from "#domain/access";
import { kit, refusal } from "#test/contracts/store/kit";
import type { Kit, OpenStore } from "#test/contracts/store/kit";

async function use(k: Kit, hash: string, at: number, name = "Olga"): Promise<LinkUse> {
  const token = { id: k.newId("tok"), hash: `hash of ${k.newId("tok")}` };
  return k.store.useLink({ hash, at, name, newPerson: k.newId("per"), token });
}

export function accessContract(open: OpenStore): void {
  it("finds a token by its hash until it expires or is revoked", async () => {
    await using k = await kit(open);
    const token = { id: "tok_1", holder: { kind: "agent", agent: "agt_1", name: "Claude", may: ["prompt"] }, label: "l", at: 1, expiresAt: 100 } as const;
    await k.store.addToken(token, "h1", k.record());
    await k.store.addToken({ ...token, id: "tok_2" }, "h2", k.record());
    await k.reopen();
    expect(await k.store.tokenByHash("h1", 99)).toEqual(token);
    expect(await k.store.tokenByHash("h1", 100)).toBeUndefined();
    expect(await k.store.tokenByHash("h3", 1)).toBeUndefined();
    expect(await k.store.revokeToken("tok_2", 50, k.record())).toBe(true);
    expect(await k.store.revokeToken("tok_2", 51, k.record())).toBe(false);
    expect(await k.store.tokenByHash("h2", 60)).toBeUndefined();
    expect(await k.store.tokens()).toEqual([token, { ...token, id: "tok_2", revokedAt: 50 }]);
    expect([await k.store.agentNamed("claude"), await k.store.agentNamed("other")]).toEqual(["agt_1", undefined]);
    expect(await k.store.auditRecords({ limit: 9 })).toHaveLength(3);
  });

  it("finds no invited agent by the name that many of them share", async () => {
    await using k = await kit(open);
    const holder = { kind: "agent", agent: "agt_1", name: "Claude", may: [], only: "thr_1" } as const;
    await k.store.addToken({ id: "tok_1", holder, label: "", at: 1 }, "h1", k.record());
    expect(await k.store.tokenByHash("h1", 2)).toMatchObject({ holder });
    expect(await k.store.agentNamed("Claude")).toBeUndefined();
  });

  it("gives no agent one of Parley's own names", async () => {
    await using k = await kit(open);
    expect(
      await refusal(k.store.addToken({ id: "tok_1", holder: { kind: "agent", agent: "agt_1", name: "Hub", may: [] }, label: "", at: 1 }, "h", k.record())),
    ).toBe("NameTaken");
  });

  it("makes the first owner by a claim link, used once, together with a token", async () => {
    await using k = await kit(open);
    for (const hash of ["c1", "c2"]) await k.store.addLink({ hash, purpose: { kind: "claim" }, expiresAt: 100 }, k.record());
    const uses = await Promise.all([
      k.store.useLink({ hash: "c1", at: 5, name: " Olga ", newPerson: "per_o", token: { id: "tok_o", hash: "ho" } }),
      k.store.useLink({ hash: "c1", at: 5, name: "Eve", newPerson: "per_e", token: { id: "tok_e", hash: "he" } }),
    ]);
    expect(uses).toEqual([
      { ok: true, person: "per_o", name: "Olga", role: "owner" },
      { ok: false, code: "LinkUsed" },
    ]);
    expect(await k.store.people()).toEqual([{ id: "per_o", name: "Olga", role: "owner", accounts: [], source: "store" }]);
    expect(await k.store.tokenByHash("ho", 6)).toMatchObject({ id: "tok_o", holder: { kind: "person", person: "per_o" } });
    expect(await k.store.tokenByHash("he", 6)).toBeUndefined();
    expect(await use(k, "c2", 6)).toEqual({ ok: false, code: "NotAllowed" });
    expect(await k.store.auditRecords({ limit: 1 })).toMatchObject([{ kind: "access", who: "per_o" }]);
  });

  it("lets a claim with a taken name be tried again", async () => {
    await using k = await kit(open);
    await k.store.addLink({ hash: "c", purpose: { kind: "claim" }, expiresAt: 100 }, k.record());
    await k.store.addPerson({ id: "per_b", name: "Bob", role: "member", accounts: [], source: "store" }, k.record());
    expect([await use(k, "c", 1, "bob"), await use(k, "c", 1, "hub")]).toEqual([
      { ok: false, code: "NameTaken" },
      { ok: false, code: "NameTaken" },
    ]);
    expect(await use(k, "c", 2, "Olga")).toMatchObject({ ok: true });
  });

  it("logs a person in by a link, once and in time", async () => {
    await using k = await kit(open);
    await k.store.addPerson({ id: "per_b", name: "Bob", role: "admin", accounts: [], source: "store" }, k.record());
    for (const hash of ["l1", "l2"]) await k.store.addLink({ hash, purpose: { kind: "login", person: "per_b" }, expiresAt: 100 }, k.record());
    expect(await use(k, "l2", 100)).toEqual({ ok: false, code: "LinkExpired" });
    expect(await use(k, "l1", 99)).toEqual({ ok: true, person: "per_b", name: "Bob", role: "admin" });
    await k.reopen();
    expect(await use(k, "l1", 99)).toEqual({ ok: false, code: "LinkUsed" });
    expect(await use(k, "l3", 99)).toEqual({ ok: false, code: "LinkUnknown" });
    expect(await k.store.tokens()).toHaveLength(1);
  });

  it("wakes whoever watches people when access changes", async () => {
    await using k = await kit(open);
    const end = new AbortController();
    const batches = k.store.changes(end.signal)[Symbol.asyncIterator]();
    await k.store.addPerson({ id: "per_b", name: "Bob", role: "admin", accounts: [], source: "store" }, k.record());
    expect((await batches.next()).value).toEqual([{ topic: "people" }]);
    end.abort();
  });
}
