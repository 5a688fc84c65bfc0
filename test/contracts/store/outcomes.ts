import { expect, it } from "vitest";
import type { DeliveryClaim } from "#domain/delivery";
import type { ThreadId } from "#domain/ids";
import { all, kit, present, roomA } from "#test/contracts/store/kit";
import type { Kit, OpenStore } from "#test/contracts/store/kit";

/** A message on its way to roomA. */
async function sending(k: Kit): Promise<{ readonly claim: DeliveryClaim; readonly thread: ThreadId }> {
  const thread = await k.thread();
  await k.store.bind(roomA, thread, 1);
  await k.say(thread, {}, { fan: true });
  return { thread, claim: present((await k.store.claimDue(k.clock.now, 1))[0]) };
}

async function changes(k: Kit, thread: ThreadId): Promise<readonly unknown[]> {
  return (await k.store.entries(all, thread, { limit: 50 })).flatMap((entry) => (entry.kind === "change" ? [entry.change.body] : []));
}

export function outcomeContract(open: OpenStore): void {
  it("is sent when every piece is out, keeping the receipts in order and the claim until then", async () => {
    await using k = await kit(open);
    const { claim, thread } = await sending(k);
    const pieces = [{ body: "one" }, { body: { two: 2 } }];
    expect(await k.store.keepPieces(claim, pieces)).toEqual(pieces);
    expect(await k.store.keepPieces(claim, [{ body: "other" }])).toEqual(pieces);
    await k.store.markPosting(claim);
    expect(await k.store.delivery(claim.delivery.id)).toMatchObject({ state: "posting", pieces });
    expect(await k.store.settle(claim, { how: "sent", receipt: "r1" })).toMatchObject({ state: "due", receipts: ["r1"] });
    expect(await k.store.claimDue(k.clock.now, 1)).toEqual([]);
    expect(await k.store.settle(claim, { how: "sent", receipt: "r2" })).toMatchObject({ state: "sent", receipts: ["r1", "r2"] });
    expect(await k.store.settle(claim, { how: "sent", receipt: "r3" })).toBeUndefined();
    expect([await k.store.countDue(), await changes(k, thread)]).toEqual([0, []]);
  });

  it("goes on after a restart with the piece that is not out yet", async () => {
    await using k = await kit(open);
    const { claim } = await sending(k);
    await k.store.keepPieces(claim, [{ body: 1 }, { body: 2 }]);
    await k.store.settle(claim, { how: "sent", receipt: "r1" });
    await k.reopen();
    const again = present((await k.store.claimDue(k.clock.now, 1))[0]);
    expect(again.delivery).toMatchObject({ id: claim.delivery.id, receipts: ["r1"], pieces: [{ body: 1 }, { body: 2 }] });
    expect(await k.store.settle(again, { how: "sent", receipt: "r2" })).toMatchObject({ state: "sent" });
  });

  it.each([
    ["refused", "failed"],
    ["unknown", "unknown"],
  ] as const)("tells the thread that a delivery was %s, frees its address, and sends it again on a person's word", async (how, state) => {
    await using k = await kit(open);
    const { claim, thread } = await sending(k);
    const { id, body } = claim.delivery;
    k.clock.now += 7;
    expect(await k.store.settle(claim, { how, reason: "why" })).toMatchObject({ state, reason: "why" });
    const told = { kind: "delivery", delivery: id, to: roomA, message: body.kind === "message" ? body.message : "" };
    expect(await changes(k, thread)).toEqual([{ ...told, state, reason: "why" }]);
    expect([await k.store.countDue(), await k.store.nextDue()]).toEqual([0, undefined]);
    expect(await k.store.sendAgain(all, id, k.clock.now)).toBe(true);
    expect(await k.store.delivery(id)).toMatchObject({ state: "due", attempts: 0, reason: "" });
    const again = present((await k.store.claimDue(k.clock.now, 1))[0]);
    await k.store.settle(again, { how: "sent", receipt: "r" });
    expect((await changes(k, thread)).at(-1)).toEqual({ ...told, state: "sent", reason: "" });
  });

  it("puts a row that is sent again before the newer ones, but not beside one that is on its way", async () => {
    await using k = await kit(open);
    const { claim, thread } = await sending(k);
    await k.store.settle(claim, { how: "unknown", reason: "cut" });
    await k.say(thread, {}, { fan: true });
    await k.say(thread, {}, { fan: true });
    const second = present((await k.store.claimDue(k.clock.now, 1))[0]);
    await k.store.sendAgain(all, claim.delivery.id, k.clock.now);
    expect(await k.store.claimDue(k.clock.now, 9)).toEqual([]);
    await k.store.settle(second, { how: "sent", receipt: "r" });
    const first = present((await k.store.claimDue(k.clock.now, 9))[0]);
    expect(first.delivery.id).toBe(claim.delivery.id);
    await k.store.settle(first, { how: "sent", receipt: "r" });
    expect(await k.store.claimDue(k.clock.now, 9)).toHaveLength(1);
  });

  it("never hands out two rows of one address at once, also when an older one is sent again", async () => {
    await using k = await kit(open);
    const { claim, thread } = await sending(k);
    await k.store.settle(claim, { how: "unknown", reason: "cut" });
    await k.say(thread, {}, { fan: true });
    await k.store.sendAgain(all, claim.delivery.id, k.clock.now);
    expect((await k.store.claimDue(k.clock.now, 9)).map(({ delivery }) => delivery.id)).toEqual([claim.delivery.id]);
  });

  it("does not wait for an hour that lies ahead because the machine's time was set back", async () => {
    await using k = await kit(open);
    const { claim } = await sending(k);
    await k.store.settle(claim, { how: "later", dueAt: k.clock.now + 25 * 3_600_000, reason: "busy" });
    await k.reopen();
    expect(await k.store.claimDue(k.clock.now, 9)).toEqual([]);
    await k.store.recoverOutbox(k.clock.now);
    expect(await k.store.claimDue(k.clock.now, 9)).toHaveLength(1);
  });

  it("turns what a kill left in posting into unknown, and says so", async () => {
    await using k = await kit(open);
    const { claim, thread } = await sending(k);
    await k.say(thread, {}, { fan: true });
    await k.store.markPosting(claim);
    await k.reopen();
    expect(await k.store.claimDue(k.clock.now, 9)).toEqual([]);
    expect(await k.store.recoverOutbox(k.clock.now)).toBe(1);
    expect(await k.store.recoverOutbox(k.clock.now)).toBe(0);
    expect(await changes(k, thread)).toEqual([expect.objectContaining({ kind: "delivery", delivery: claim.delivery.id, state: "unknown" })]);
    expect(await k.store.claimDue(k.clock.now, 9)).toHaveLength(1);
  });

  it("says nothing in any thread when a note fails that belongs to none", async () => {
    await using k = await kit(open);
    await k.store.accept({ at: 1, deliveries: [{ to: roomA, body: { kind: "note", parts: [] } }] });
    const claim = present((await k.store.claimDue(1, 1))[0]);
    expect(claim.delivery).not.toHaveProperty("thread");
    expect(await k.store.settle(claim, { how: "refused", reason: "no" })).toMatchObject({ state: "failed" });
  });
}
