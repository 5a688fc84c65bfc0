import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "#store/sqlite/store";
import { storeContract } from "#test/contracts/store";
import { all, kit } from "#test/contracts/store/kit";

storeContract("SQLite", async (source) => {
  const dir = mkdtempSync(join(tmpdir(), "parley-store-"));
  const open = (): ReturnType<typeof openSqliteStore> => openSqliteStore({ path: join(dir, "parley.db"), ...source });
  const store = await open();
  let current = store;
  return {
    store,
    reopen: async () => {
      await current[Symbol.asyncDispose]();
      current = await open();
      return current;
    },
    [Symbol.asyncDispose]: async () => {
      await current[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true });
    },
  };
});

describe("a store in memory", () => {
  it("does what a file does, and leaves nothing behind", async () => {
    await using k = await kit(async (source) => {
      const store = await openSqliteStore({ path: ":memory:", ...source });
      return { store, reopen: () => openSqliteStore({ path: ":memory:", ...source }), [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
    });
    const thread = await k.thread();
    await k.say(thread);
    expect(await k.store.thread(all, thread)).toMatchObject({ seq: 1 });
    await k.reopen();
    expect(await k.store.threads(all, { limit: 9 })).toEqual([]);
  });
});
