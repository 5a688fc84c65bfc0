import { expect, it } from "vitest";
import type { ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { ThreadPlace, ThreadSummary } from "#domain/thread";
import { all, ann, claude, kit, present } from "#test/contracts/store/kit";
import type { OpenStore } from "#test/contracts/store/kit";
import { defined } from "#lib/defined";

export function threadListContract(open: OpenStore): void {
  it("is ordered by the last message, newest first, open and closed ones together, and can be paged", async () => {
    await using k = await kit(open);
    const threads: ThreadId[] = [];
    for (let i = 0; i < 6; i++) threads.push(await k.thread({ topic: String(i), at: 100 + i, access: i % 2 === 0 ? "open" : "closed" }));
    await k.say(present(threads[1]), { at: 500 });
    const topics = async (page: Parameters<typeof k.store.threads>[1]): Promise<string> => (await k.store.threads(all, page)).map((t) => t.topic).join("");
    expect(await topics({ limit: 10 })).toBe("154320");
    expect(await topics({ limit: 2 })).toBe("15");
    expect(await topics({ limit: 2, before: { at: 105 } })).toBe("43");
    expect(await k.store.countThreads(all)).toBe(6);
  });

  it.each(["last", "created"] as const)(
    "by %s: a page that ends within one moment loses and repeats nothing, whatever else is there and was deleted",
    async (order) => {
      await using k = await kit(open);
      const threads: ThreadId[] = [];
      for (let i = 0; i < 9; i++) threads.push(await k.thread({ topic: String(i), at: 100 + Math.floor(i / 4), access: i % 2 === 0 ? "open" : "closed" }));
      const page = (before?: ThreadPlace) => k.store.threads(all, { limit: 3, order, ...defined({ before }) });
      const placeOf = (row: ThreadSummary): ThreadPlace => ({ at: order === "last" ? row.lastAt : row.createdAt, id: row.id });
      const seen: string[] = [];
      for (let rows = await page(); rows.length > 0;) {
        seen.push(...rows.map((row) => row.topic));
        const last = present(rows.at(-1));
        // The thread that marks the place may be gone by the time that it is named.
        await k.store.deleteThread(last.id, k.record());
        rows = await page(placeOf(last));
      }
      expect(seen.join("")).toBe("876543210");
    },
  );

  it("by when they were made, a line changes no place; of one moment only what is older than it follows it", async () => {
    await using k = await kit(open);
    for (let i = 0; i < 4; i++) await k.thread({ topic: String(i), at: 100 + Math.floor(i / 2) });
    const [, , , first] = await k.store.threads(all, { limit: 9, order: "created" });
    await k.say(present(first).id, { at: 500 });
    const topics = async (before?: ThreadPlace): Promise<string> =>
      (await k.store.threads(all, { limit: 9, order: "created", ...defined({ before }) })).map((row) => row.topic).join("");
    expect(await topics()).toBe("3210");
    expect(await topics({ at: 101 })).toBe("10");
    expect(await topics({ at: 102 })).toBe("3210");
  });

  it("shows no word of a third party", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    await k.say(thread, { author: { kind: "outside", id: "irc:eve", name: "eve" }, text: "psst" });
    expect((await k.store.threads(all, { limit: 1 }))[0]).not.toHaveProperty("last");
    expect(await k.store.summary(all, thread)).not.toHaveProperty("last");
  });

  it("shows the last line, clipped, and none for a thread without messages", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    expect((await k.store.threads(all, { limit: 1 }))[0]).not.toHaveProperty("last");
    await k.say(thread, { text: "first" });
    await k.say(thread, { text: "y".repeat(5000), author: claude });
    const [summary] = await k.store.threads(all, { limit: 1 });
    expect(await k.store.summary(all, thread)).toEqual(summary);
    expect(summary?.last?.author).toEqual(claude);
    expect(summary?.last?.text).toMatch(/^y{100,400}$/);
  });

  it("counts as unread what came after the reader's cursor, and never the reader's own lines", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const reader: Reader = { sees: "all", who: ann.id };
    const unread = async (who: Reader): Promise<number | undefined> => (await k.store.threads(who, { limit: 1 }))[0]?.unread;
    await k.say(thread, { author: claude });
    await k.say(thread, { author: claude });
    expect([await unread(reader), await unread(all)]).toEqual([2, 2]);
    await k.say(thread);
    expect([await unread(reader), await unread(all)]).toEqual([0, 3]);
    await k.say(thread, { author: claude });
    expect(await unread(reader)).toBe(1);
    await k.store.advanceCursor("per_reader", thread, 3);
    expect(await unread(all)).toBe(1);
  });

  it("moves a cursor forwards only, and not past the end", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    for (let i = 0; i < 4; i++) await k.say(thread, { author: claude });
    const unread = async (): Promise<number | undefined> => (await k.store.threads(all, { limit: 1 }))[0]?.unread;
    await Promise.all([k.store.advanceCursor("per_reader", thread, 3), k.store.advanceCursor("per_reader", thread, 1)]);
    expect(await unread()).toBe(1);
    await k.store.advanceCursor("per_reader", thread, 2);
    expect(await unread()).toBe(1);
    await k.store.advanceCursor("per_reader", thread, 99);
    await k.say(thread, { author: claude });
    expect(await unread()).toBe(1);
  });
}
