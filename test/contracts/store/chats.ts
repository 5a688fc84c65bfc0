import { expect, it } from "vitest";
import { all, kit, present, roomA, roomB } from "#test/contracts/store/kit";
import type { OpenStore } from "#test/contracts/store/kit";

export function chatContract(open: OpenStore): void {
  it("binds an address to one thread at a time", async () => {
    await using k = await kit(open);
    const [one, two] = [await k.thread(), await k.thread()];
    await k.store.bind(roomA, one, 1);
    await k.store.accept({ at: 2, bind: { address: roomB, thread: one } });
    expect(await k.store.boundAddresses(one)).toEqual(expect.arrayContaining([roomA, roomB]));
    await k.store.bind(roomA, two, 3);
    await k.reopen();
    expect(await k.store.boundThread(roomA)).toBe(two);
    expect(await k.store.boundAddresses(one)).toEqual([roomB]);
    expect(await k.store.boundThread({ channel: "chat", room: "B" })).toBeUndefined();
  });

  it("delivers a fanned message to every bound chat except the one it was said in", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    await k.store.bind(roomA, thread, 1);
    await k.store.bind(roomB, thread, 1);
    const said = await k.say(thread, { origin: { address: roomA, ref: "1" } }, { fan: true });
    const claims = await k.store.claimDue(k.clock.now, 10);
    expect(claims.map(({ delivery }) => delivery)).toEqual([
      expect.objectContaining({ to: roomB, thread, body: { kind: "message", message: said.id }, state: "due", attempts: 0, receipts: [], dueAt: said.at }),
    ]);
  });

  it("follows a binding that moved, and delivers nothing that was not fanned", async () => {
    await using k = await kit(open);
    const [one, two] = [await k.thread(), await k.thread()];
    await k.store.bind(roomA, one, 1);
    await k.say(one, {}, { fan: true });
    await k.store.bind(roomA, two, 1);
    await k.say(one, {}, { fan: true });
    await k.say(two);
    expect(await k.store.countDue()).toBe(1);
    await k.say(two, {}, { fan: true });
    expect(await k.store.countDue()).toBe(2);
  });

  it("binds and speaks in a thread made in the same step", async () => {
    await using k = await kit(open);
    const id = k.newId("thr");
    const message = k.line(id, { origin: { address: roomA } });
    const made = await k.store.accept({
      at: 1,
      thread: { id, topic: "t", access: "closed", createdBy: message.author, at: 1, participants: ["per_ann"] },
      bind: { address: roomA, thread: id },
      message,
      deliveries: [{ to: roomA, body: { kind: "note", parts: [{ kind: "text", markdown: "queued" }] } }],
      reach: { account: "chat:7", address: roomA },
    });
    expect(made.message).toMatchObject({ seq: 1, rev: 1 });
    expect(await k.store.boundThread(roomA)).toBe(id);
    expect(await k.store.thread({ sees: "some", who: "per_ann", open: false }, id)).toBeDefined();
    expect(present((await k.store.claimDue(1, 9))[0]).delivery).toMatchObject({ to: roomA, body: { kind: "note" } });
    expect(await k.store.messages(all, id, { limit: 9 })).toHaveLength(1);
  });

  it("knows where an account was last reached alone", async () => {
    await using k = await kit(open);
    await k.store.accept({ at: 1, reach: { account: "chat:7", address: roomA } });
    await k.store.accept({ at: 2, reach: { account: "chat:7", address: roomB } });
    await k.store.accept({ at: 3, reach: { account: "chat:8", address: roomA } });
    expect(await k.store.reach(["chat:8", "chat:9", "chat:7"])).toEqual([roomA, roomB]);
  });
}
