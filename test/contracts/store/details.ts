import { expect, it } from "vitest";
import type { ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import { usualSettings } from "#domain/thread-details";
import { all, ann, kit, present, refusal } from "#test/contracts/store/kit";
import type { OpenStore } from "#test/contracts/store/kit";

export function detailsContract(open: OpenStore): void {
  it("gives a thread the usual settings until something is kept, then what was kept", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    expect(await k.store.details(all, thread)).toEqual({ settings: usualSettings });
    await k.store.setDetails(thread, { systemPrompt: "Be kind.", admin: ann.id, metadata: { a: [1] } });
    await k.store.setDetails(thread, { settings: { ...usualSettings, timeoutSeconds: 90 }, metadata: { b: 2 } });
    await k.reopen();
    expect(await k.store.details(all, thread)).toEqual({
      systemPrompt: "Be kind.",
      admin: ann.id,
      metadata: { b: 2 },
      settings: { ...usualSettings, timeoutSeconds: 90 },
    });
    expect(await refusal(k.store.setDetails("thr_missing", {}))).toBe("NotFound");
  });

  it("moves a thread to another status with a change in its log, once", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    await k.say(thread);
    expect(await k.store.setStatus(thread, "review", "per_ann", 7)).toBe(true);
    expect(await k.store.setStatus(thread, "review", "per_ann", 8)).toBe(false);
    expect(await k.store.thread(all, thread)).toMatchObject({ status: "review", seq: 1, rev: 2 });
    const [, entry] = await k.store.entries(all, thread, { limit: 9 });
    expect(entry).toEqual({ kind: "change", change: { thread, rev: 2, at: 7, body: { kind: "status", status: "review", by: "per_ann" } } });
    expect(await refusal(k.store.setStatus("thr_missing", "done", "x", 1))).toBe("NotFound");
  });

  it("remembers when a thread was closed, also in the archive, and forgets it when it is opened again", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const closedAt = async (): Promise<number | undefined> => (await k.store.details(all, thread))?.closedAt;
    await k.store.setDetails(thread, { summary: "Agreed." });
    await k.store.setStatus(thread, "closed", "x", 50);
    await k.store.setStatus(thread, "archived", "x", 60);
    expect(await closedAt()).toBe(50);
    await k.store.setStatus(thread, "discuss", "x", 70);
    expect(await closedAt()).toBeUndefined();
    expect(await k.store.details(all, thread)).toMatchObject({ summary: "Agreed." });
  });

  it("leaves archived threads out of lists and counts unless they are asked for", async () => {
    await using k = await kit(open);
    const threads: ThreadId[] = [];
    for (let i = 0; i < 6; i++) threads.push(await k.thread({ topic: String(i), at: i, access: i % 2 === 0 ? "open" : "closed", participants: ["per_bob"] }));
    for (const i of [1, 2, 5]) await k.store.setStatus(present(threads[i]), "archived", "x", 1);
    const one: Reader = { sees: "one", who: "agt_1", thread: present(threads[2]) };
    const bob: Reader = { sees: "some", who: "per_bob", open: false };
    const topics = async (reader: Reader, archived: boolean, limit = 9): Promise<string> =>
      (await k.store.threads(reader, { limit, archived })).map((t) => t.topic).join("");
    for (const reader of [all, bob]) {
      expect([await topics(reader, false), await topics(reader, true), await topics(reader, true, 2)]).toEqual(["430", "543210", "54"]);
      expect(await k.store.countThreads(reader)).toBe(3);
    }
    expect([await topics(one, false), await topics(one, true)]).toEqual(["", "2"]);
    await k.store.setStatus(present(threads[5]), "discuss", "x", 1);
    expect(await topics(all, false)).toBe("5430");
  });

  it("finds the newest thread of exactly that topic among those the reader sees", async () => {
    await using k = await kit(open);
    const older = await k.thread({ topic: "Plan" });
    const hidden = await k.thread({ topic: "Plan", access: "closed", participants: ["per_bob"] });
    const find = async (who: string, topic = "Plan"): Promise<string | undefined> =>
      (await k.store.threadByTopic({ sees: "some", who, open: true }, topic))?.id;
    expect([await find("per_ann"), await find("per_bob"), await find("per_ann", "plan")]).toEqual([older, hidden, undefined]);
    expect((await k.store.threadByTopic({ sees: "one", who: "x", thread: older }, "Plan"))?.id).toBe(older);
  });

  it("renames a thread unless the reader sees another one of that topic, or does not see it at all", async () => {
    await using k = await kit(open);
    const bob: Reader = { sees: "some", who: "per_bob", open: true };
    const thread = await k.thread({ topic: "old" });
    const closed = await k.thread({ topic: "secret", access: "closed" });
    await k.thread({ topic: "taken" });
    expect(await refusal(k.store.rename(bob, thread, "taken", "per_bob", 1))).toBe("NameTaken");
    expect(await refusal(k.store.rename(all, thread, "secret", "per_ann", 1))).toBe("NameTaken");
    expect(await k.store.rename(bob, closed, "mine", "per_bob", 1)).toBe(false);
    expect(await k.store.rename(bob, thread, "old", "per_bob", 1)).toBe(false);
    expect(await k.store.rename(bob, thread, "secret", "per_bob", 1)).toBe(true);
    expect(await k.store.thread(all, thread)).toMatchObject({ topic: "secret", rev: 1 });
    expect((await k.store.threadByTopic(bob, "old"))?.id).toBeUndefined();
  });

  it("names those who take part, each once", async () => {
    await using k = await kit(open);
    const thread = await k.thread({ participants: ["per_bob", "agt_1"] });
    await k.store.accept({ at: 1, joins: { thread, who: "agt_1" } });
    await k.store.accept({ at: 1, joins: { thread, who: "agt_2" } });
    expect(await k.store.participants(thread)).toEqual(["agt_1", "agt_2", "per_bob"]);
    expect(await k.store.participants("thr_missing")).toEqual([]);
  });

  it("keeps templates by their id, once each, until they are dropped", async () => {
    await using k = await kit(open);
    const template = { id: "retro", name: "Retro", description: "d", systemPrompt: "p", metadata: { a: 1 }, builtin: false, at: 5 };
    await k.store.addTemplate(template);
    await k.store.addTemplate({ ...template, id: "a", at: 6 });
    expect(await refusal(k.store.addTemplate({ ...template, name: "Other" }))).toBe("NameTaken");
    await k.reopen();
    expect(await k.store.templates()).toEqual([template, { ...template, id: "a", at: 6 }]);
    expect([await k.store.dropTemplate("a"), await k.store.dropTemplate("a")]).toEqual([true, false]);
    expect(await k.store.templates()).toEqual([template]);
  });
}
