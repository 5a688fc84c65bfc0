import { expect, it } from "vitest";
import type { MessageId } from "#domain/ids";
import type { MessageState } from "#domain/thread-details";
import { all, kit, present, refusal } from "#test/contracts/store/kit";
import type { Kit, OpenStore } from "#test/contracts/store/kit";

async function stateOf(k: Kit, id: MessageId): Promise<MessageState | undefined> {
  return (await k.store.messageStates([id])).get(id);
}

export function amendingContract(open: OpenStore): void {
  it("keeps each older text of an edited message, oldest first, and never changes what was said", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const said = await k.say(thread, { text: "one" });
    expect(await k.store.editMessage(said.id, "two", "per_ann", 5)).toEqual({ version: 1 });
    expect(await k.store.editMessage(said.id, "two", "per_ann", 6)).toBeUndefined();
    expect(await k.store.editMessage(said.id, "one", "per_bob", 7)).toEqual({ version: 2 });
    await k.reopen();
    expect(await k.store.edits(said.id, { limit: 9 })).toEqual([
      { version: 1, oldText: "one", by: "per_ann", at: 5 },
      { version: 2, oldText: "two", by: "per_bob", at: 7 },
    ]);
    expect(await k.store.edits(said.id, { limit: 9, afterVersion: 1 })).toMatchObject([{ version: 2 }]);
    expect(await k.store.edits(said.id, { limit: 9, mostBytes: 1 })).toMatchObject([{ version: 1 }]);
    expect(await stateOf(k, said.id)).toEqual({ message: said.id, text: "one", version: 2, editedAt: 7, reactions: [] });
    expect(await k.store.message(all, said.id)).toEqual(said);
    const changes = (await k.store.entries(all, thread, { afterRev: 1, limit: 9 })).map((entry) => (entry.kind === "change" ? entry.change.body : undefined));
    expect(changes).toEqual([
      { kind: "edited", message: said.id, text: "two", by: "per_ann" },
      { kind: "edited", message: said.id, text: "one", by: "per_bob" },
    ]);
    expect(await refusal(k.store.editMessage("msg_missing", "x", "x", 1))).toBe("NotFound");
  });

  it("counts edits and reactions that chats tell of like those made by a verb", async () => {
    await using k = await kit(open);
    await k.store.addPerson({ id: "per_bob", name: "Bob", role: "member", accounts: ["telegram:5"], source: "store" }, k.record());
    const thread = await k.thread();
    const { id: message } = await k.say(thread, { text: "one" });
    await k.store.accept({ at: 5, change: { thread, body: { kind: "edited", message, text: "two", by: "per_bob" } } });
    await k.store.accept({ at: 6, change: { thread, body: { kind: "reacted", message, reaction: "+1", by: "per_bob", removed: false } } });
    await k.store.accept({ at: 7, change: { thread, body: { kind: "reacted", message, reaction: "eyes", by: "irc:eve", removed: false } } });
    await k.store.accept({ at: 8, change: { thread, body: { kind: "reacted", message, reaction: "eyes", by: "irc:eve", removed: true } } });
    expect(await k.store.edits(message, { limit: 9 })).toEqual([{ version: 1, oldText: "one", by: "per_bob", at: 5 }]);
    expect(await stateOf(k, message)).toMatchObject({ text: "two", version: 1, reactions: [{ reaction: "+1", by: "per_bob", name: "Bob", at: 6 }] });
    expect(await k.store.editMessage(message, "three", "per_bob", 9)).toEqual({ version: 2 });
  });

  it("takes the same reaction by the same one as one, and tells the thread once", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const { id } = await k.say(thread, { text: "text" });
    const first = await k.store.react(id, { reaction: "+1", by: "per_ann", name: "Ann", at: 5 });
    expect(first).toEqual({ id: expect.any(String) as unknown, reaction: "+1", by: "per_ann", name: "Ann", at: 5 });
    expect(await k.store.react(id, { reaction: "+1", by: "per_ann", name: "Ann", at: 6 })).toEqual(first);
    const second = await k.store.react(id, { reaction: "+1", by: "agt_1", name: "Claude", at: 7 });
    expect(second.id).not.toBe(first.id);
    expect(await stateOf(k, id)).toEqual({ message: id, text: "text", version: 0, reactions: [first, second] });
    expect(await k.store.thread(all, thread)).toMatchObject({ rev: 3 });
    expect(await refusal(k.store.react("msg_missing", { reaction: "+1", by: "x", name: "X", at: 1 }))).toBe("NotFound");
  });

  it("takes a reaction back once, and only one's own", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const { id } = await k.say(thread);
    await k.store.react(id, { reaction: "+1", by: "per_ann", name: "Ann", at: 5 });
    expect(await k.store.unreact(id, "+1", "per_bob", 6)).toBe(false);
    expect([await k.store.unreact(id, "+1", "per_ann", 6), await k.store.unreact(id, "+1", "per_ann", 7)]).toEqual([true, false]);
    expect(await stateOf(k, id)).toBeUndefined();
    const last = (await k.store.entries(all, thread, { afterRev: 2, limit: 9 })).map((entry) => (entry.kind === "change" ? entry.change.body : undefined));
    expect(last).toEqual([{ kind: "reacted", message: id, reaction: "+1", by: "per_ann", removed: true }]);
  });

  it("tells the states of those messages only that were edited or reacted to", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const said = [await k.say(thread), await k.say(thread), await k.say(thread)].map(({ id }) => id);
    await k.store.editMessage(present(said[0]), "new", "x", 1);
    await k.store.react(present(said[2]), { reaction: "+1", by: "x", name: "X", at: 1 });
    expect([...(await k.store.messageStates([...said, "msg_missing"])).keys()]).toEqual([said[0], said[2]]);
  });

  it("shows the edited text as a thread's last line", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const { id } = await k.say(thread, { text: "tpyo" });
    await k.store.editMessage(id, "typo", "x", 1);
    expect((await k.store.summary(all, thread))?.last?.text).toBe("typo");
  });
}
