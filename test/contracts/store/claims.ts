import { expect, it } from "vitest";
import type { Address } from "#domain/channel";
import { kit, present, roomA, roomB } from "#test/contracts/store/kit";
import type { Kit, OpenStore } from "#test/contracts/store/kit";

async function note(k: Kit, to: Address, text: string): Promise<void> {
  await k.store.accept({ at: k.clock.now, deliveries: [{ to, body: { kind: "note", parts: [{ kind: "text", markdown: text }] } }] });
}

function textOf(claim: { readonly delivery: { readonly body: unknown } } | undefined): string {
  return JSON.stringify(claim?.delivery.body).replace(/.*"markdown":"([^"]*)".*/, "$1");
}

export function claimContract(open: OpenStore): void {
  it("hands out the oldest row of each address, once", async () => {
    await using k = await kit(open);
    for (const [to, text] of [
      [roomA, "a1"],
      [roomA, "a2"],
      [roomB, "b1"],
    ] as const)
      await note(k, to, text);
    const claims = await k.store.claimDue(k.clock.now, 10);
    expect(claims.map(textOf)).toEqual(["a1", "b1"]);
    expect(await k.store.claimDue(k.clock.now, 10)).toEqual([]);
    await k.store.settle(present(claims[0]), { how: "sent", receipt: "r" });
    expect((await k.store.claimDue(k.clock.now, 10)).map(textOf)).toEqual(["a2"]);
    expect(await k.store.countDue()).toBe(2);
  });

  it("never lets a row overtake an older one of its address that waits", async () => {
    await using k = await kit(open);
    await note(k, roomA, "a1");
    const claim = present((await k.store.claimDue(k.clock.now, 1))[0]);
    const later = k.clock.now + 5000;
    expect(await k.store.settle(claim, { how: "later", dueAt: later, reason: "slow down" })).toMatchObject({
      state: "due",
      dueAt: later,
      attempts: 1,
      reason: "slow down",
    });
    await note(k, roomA, "a2");
    expect(await k.store.claimDue(later - 1, 10)).toEqual([]);
    expect(await k.store.nextDue()).toBe(later);
    expect((await k.store.claimDue(later, 10)).map(textOf)).toEqual(["a1"]);
  });

  it("respects the limit, and what is due first goes first", async () => {
    await using k = await kit(open);
    for (const room of ["1", "2", "3"]) {
      k.clock.now -= 10;
      await note(k, { channel: "c", room }, room);
    }
    expect((await k.store.claimDue(k.clock.now + 100, 2)).map(textOf)).toEqual(["3", "2"]);
    expect((await k.store.claimDue(k.clock.now + 100, 2)).map(textOf)).toEqual(["1"]);
  });

  it("tells when the next row that nobody claimed is due", async () => {
    await using k = await kit(open);
    expect(await k.store.nextDue()).toBeUndefined();
    await note(k, roomA, "a");
    k.clock.now += 10;
    await note(k, roomB, "b");
    expect(await k.store.nextDue()).toBe(k.clock.now - 10);
    await k.store.claimDue(k.clock.now, 1);
    expect(await k.store.nextDue()).toBe(k.clock.now);
    await k.store.claimDue(k.clock.now, 1);
    expect(await k.store.nextDue()).toBeUndefined();
  });

  it("settles nothing with a stale claim", async () => {
    await using k = await kit(open);
    await note(k, roomA, "a");
    const stale = present((await k.store.claimDue(k.clock.now, 1))[0]);
    await k.store.settle(stale, { how: "later", dueAt: k.clock.now, reason: "" });
    const fresh = present((await k.store.claimDue(k.clock.now, 1))[0]);
    expect(await k.store.settle(stale, { how: "refused", reason: "no" })).toBeUndefined();
    expect(await k.store.delivery(stale.delivery.id)).toMatchObject({ state: "due", attempts: 1 });
    await k.store.markPosting(stale);
    expect(await k.store.delivery(stale.delivery.id)).toMatchObject({ state: "due" });
    const twice = await Promise.all([
      k.store.settle(fresh, { how: "later", dueAt: 5, reason: "" }),
      k.store.settle(fresh, { how: "later", dueAt: 9, reason: "" }),
    ]);
    expect(twice).toEqual([expect.objectContaining({ dueAt: 5, attempts: 2 }), undefined]);
  });

  it("keeps a claim when its settling is rolled back together with others", async () => {
    await using k = await kit(open);
    await note(k, roomA, "a");
    const claim = present((await k.store.claimDue(k.clock.now, 1))[0]);
    const [settled] = await Promise.allSettled([k.store.settle(claim, { how: "sent", receipt: "r" }), k.say("thr_missing")]);
    expect(settled).toMatchObject({ status: "fulfilled", value: { state: "sent", receipts: ["r"] } });
    await note(k, roomA, "b");
    expect((await k.store.claimDue(k.clock.now, 1)).map(textOf)).toEqual(["b"]);
  });

  it("forgets claims with the process: a row that was only claimed is due again", async () => {
    await using k = await kit(open);
    await note(k, roomA, "a");
    await k.store.claimDue(k.clock.now, 1);
    await k.reopen();
    expect((await k.store.claimDue(k.clock.now, 1)).map(textOf)).toEqual(["a"]);
  });
}
