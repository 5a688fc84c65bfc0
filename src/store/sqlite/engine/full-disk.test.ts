import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "#store/sqlite/store";
import { all, kit, refusal } from "#test/contracts/store/kit";
import { smallDisk } from "#test/fakes/tmpfs";

describe("a full disk", () => {
  it("refuses what cannot be kept, keeps nothing of it, and goes on when there is space again", async () => {
    using disk = smallDisk("size=4m");
    const path = join(disk.dir, "parley.db");
    await using k = await kit(async (source) => {
      let store = await openSqliteStore({ path, ...source });
      return {
        store,
        reopen: async () => {
          await store[Symbol.asyncDispose]();
          store = await openSqliteStore({ path, ...source });
          return store;
        },
        [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
      };
    });
    const thread = await k.thread();
    await k.say(thread);
    await k.store.record([k.record()]);
    const filler = join(disk.dir, "filler");
    const { bavail, bsize } = statfsSync(disk.dir);
    writeFileSync(filler, Buffer.alloc((bavail - 4) * bsize));

    // Together in one commit: nothing of either is kept.
    const large = k.store.accept({ at: 1, key: "large", message: k.line(thread, { text: "x".repeat(100_000) }), audit: [k.record()] });
    expect(await Promise.all([refusal(large), refusal(k.say(thread))])).toEqual(["StoreFull", "StoreFull"]);
    await expect(k.say(thread, { text: "y".repeat(100_000) })).rejects.toThrow(/parley.db is full/);
    expect(await k.store.thread(all, thread)).toMatchObject({ seq: 1, rev: 1 });
    expect(await k.store.messages(all, thread, { limit: 9 })).toHaveLength(1);

    rmSync(filler);
    expect(await k.say(thread, { text: "z".repeat(100_000) })).toMatchObject({ seq: 2, rev: 2 });
    expect(await k.store.accept({ at: 1, key: "large", message: k.line(thread), audit: [k.record()] })).toMatchObject({ seen: false, message: { seq: 3 } });
    await k.reopen();
    expect((await k.store.messages(all, thread, { limit: 9 })).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(await k.store.verifyAudit()).toEqual({ ok: true, records: 2 });
  });
});
