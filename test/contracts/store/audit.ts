import { expect, it } from "vitest";
import { kit } from "#test/contracts/store/kit";
import type { OpenStore } from "#test/contracts/store/kit";

const refusal = { who: "irc:eve", name: "eve", code: "NotAllowed", about: "said", at: 1000 } as const;

export function auditContract(open: OpenStore): void {
  it("chains records, newest first when read, by page and by kind", async () => {
    await using k = await kit(open);
    for (let i = 1; i <= 5; i++)
      await k.store.record([k.record({ who: `w${i}`, kind: i % 2 === 0 ? "run" : "access", data: { b: i, a: { d: 1, c: [null, "x"] } } })]);
    await k.reopen();
    await k.store.record([k.record({ who: "w6", kind: "run" })]);
    const records = await k.store.auditRecords({ limit: 9 });
    expect(records.map(({ n, who }) => `${n} ${who}`)).toEqual(["6 w6", "5 w5", "4 w4", "3 w3", "2 w2", "1 w1"]);
    expect(records.slice(0, -1).map(({ prev }) => prev)).toEqual(records.slice(1).map(({ hash }) => hash));
    expect(new Set(records.map(({ hash }) => hash)).size).toBe(6);
    expect(records[1]?.data).toEqual({ b: 5, a: { d: 1, c: [null, "x"] } });
    expect((await k.store.auditRecords({ limit: 2, before: 5 })).map(({ n }) => n)).toEqual([4, 3]);
    expect((await k.store.auditRecords({ limit: 2, kind: "run" })).map(({ n }) => n)).toEqual([6, 4]);
    expect((await k.store.auditRecords({ limit: 9, who: "w3" })).map(({ n }) => n)).toEqual([3]);
    expect(await k.store.auditRecords({ limit: 9, who: "w3", kind: "run" })).toEqual([]);
    expect(await k.store.verifyAudit()).toEqual({ ok: true, records: 6 });
  });

  it("gives out the records of a time", async () => {
    await using k = await kit(open);
    for (const at of [10, 20, 30, 40]) await k.store.record([k.record({ at })]);
    expect((await k.store.auditRecords({ limit: 9, since: 20, until: 40 })).map(({ at }) => at)).toEqual([30, 20]);
    expect((await k.store.auditRecords({ limit: 1, since: 20, before: 3 })).map(({ at }) => at)).toEqual([20]);
  });

  it("verifies a chain of more than one stride", async () => {
    await using k = await kit(open);
    await k.store.record(Array.from({ length: 1234 }, (_, i) => k.record({ who: String(i) })));
    expect(await k.store.verifyAudit()).toEqual({ ok: true, records: 1234 });
  });

  it("keeps the first refusal of a window at once and seals the window as one record with its count", async () => {
    await using k = await kit(open);
    await k.store.refused(refusal, 61_000);
    await k.store.refused({ ...refusal, about: "pressed", at: 2000 }, 62_000);
    await k.store.refused({ ...refusal, code: "NeedsToken" }, 61_000);
    expect(await k.store.openRefusals()).toEqual(
      expect.arrayContaining([
        { ...refusal, count: 1 },
        { ...refusal, code: "NeedsToken", count: 1 },
      ]),
    );
    expect(await k.store.auditRecords({ limit: 9 })).toEqual([]);
    await k.store.sealRefusals(60_999, new Map());
    expect(await k.store.openRefusals()).toHaveLength(2);
    await k.store.sealRefusals(61_000, new Map([["irc:eve NotAllowed", 17]]));
    expect(await k.store.openRefusals()).toEqual([]);
    const sealed = (await k.store.auditRecords({ limit: 9 })).map(({ kind, who, at, data }) => ({ kind, who, at, data }));
    expect(sealed).toHaveLength(2);
    expect(sealed).toContainEqual({ kind: "refused", who: "irc:eve", at: 1000, data: { name: "eve", code: "NotAllowed", about: "said", count: 17 } });
    expect(sealed).toContainEqual({ kind: "refused", who: "irc:eve", at: 1000, data: { name: "eve", code: "NeedsToken", about: "said", count: 1 } });
  });

  it("seals a window that had ended when the next refusal of its kind comes", async () => {
    await using k = await kit(open);
    await k.store.refused(refusal, 61_000);
    await k.reopen();
    await k.store.refused({ ...refusal, at: 61_000 }, 121_000);
    expect(await k.store.openRefusals()).toEqual([{ ...refusal, at: 61_000, count: 1 }]);
    expect(await k.store.auditRecords({ limit: 9 })).toMatchObject([{ kind: "refused", at: 1000 }]);
    expect(await k.store.verifyAudit()).toEqual({ ok: true, records: 1 });
  });
}
