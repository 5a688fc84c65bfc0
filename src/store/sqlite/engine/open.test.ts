import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ParleyError } from "#domain/errors";
import type { Store } from "#domain/store";
import { connect } from "./db.ts";
import { schemaNumber } from "./migrate.ts";
import { openDatabase } from "./open.ts";
import { openSqliteStore } from "#store/sqlite/store";
import { all, kit } from "#test/contracts/store/kit";
import type { Kit } from "#test/contracts/store/kit";
import { smallDisk } from "#test/fakes/tmpfs";

describe("opening the store's file", () => {
  let dir = "";
  let path = "";
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "parley-open-"));
    path = join(dir, "parley.db");
  });
  afterEach(() => {
    rmSync(dir, { recursive: true });
  });

  const open = (): Promise<Store> => openSqliteStore({ path, newId: (kind) => `${kind}_1` as never, now: () => 1 });
  const refused = async (): Promise<ParleyError> => {
    try {
      await (await open())[Symbol.asyncDispose]();
    } catch (error) {
      if (error instanceof ParleyError) return error;
      throw error;
    }
    throw new Error("it opened");
  };
  const modes = (): readonly string[] => ["", "-wal", "-shm"].map((end) => (statSync(path + end).mode & 0o777).toString(8));
  const filled = (): Promise<Kit> =>
    kit(async (source) => {
      const store = await openSqliteStore({ path, ...source });
      return { store, reopen: () => Promise.resolve(store), [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
    });

  it.each([0o000, 0o022, 0o077])("lets nobody else read it, its log and its index, under umask %i", async (umask) => {
    const before = process.umask(umask);
    try {
      await using k = await filled();
      await k.thread();
      expect(modes()).toEqual(["600", "600", "600"]);
    } finally {
      process.umask(before);
    }
  });

  it("closes a file that others could read", async () => {
    await (await filled())[Symbol.asyncDispose]();
    chmodSync(path, 0o644);
    await using _k = await filled();
    expect(modes()[0]).toBe("600");
  });

  it("writes through to the disk before it answers", () => {
    using connection = openDatabase(path);
    const pragma = (name: string): unknown => Object.values(connection.db.get<Record<string, unknown>>(`PRAGMA ${name}`) ?? {})[0];
    expect([pragma("journal_mode"), pragma("synchronous"), pragma("foreign_keys")]).toEqual(["wal", 2, 1]);
  });

  it("refuses a file that a newer program wrote, names both numbers and changes nothing", async () => {
    await (await open())[Symbol.asyncDispose]();
    const number = (sql: string): unknown => {
      using connection = connect(path);
      return connection.db.get(sql);
    };
    number(`PRAGMA user_version = ${schemaNumber + 3}`);
    const error = await refused();
    expect(error.code).toBe("StoreNewer");
    expect(error.message).toContain(`version is ${schemaNumber + 3}`);
    expect(error.message).toContain(`up to ${schemaNumber}`);
    expect(number("PRAGMA user_version")).toMatchObject({ user_version: schemaNumber + 3 });
  });

  it.each([
    ["is no database", () => writeFileSync(path, "this is a letter, not a database. ".repeat(100))],
    ["was cut off", () => truncateSync(path, Math.floor(statSync(path).size / 2))],
    ["has a damaged beginning", () => writeFileSync(path, Buffer.concat([Buffer.alloc(200, 7), readFileSync(path).subarray(200)]))],
  ])("says so when the file %s, and how to go on", async (_what, damage) => {
    await (await open())[Symbol.asyncDispose]();
    damage();
    const before = readFileSync(path);
    const error = await refused();
    expect(error.code).toBe("StoreCorrupt");
    expect(error.message).toContain(path);
    expect(error.message).toMatch(/keep a copy .* backup/);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("refuses a reading verb that meets a damaged page, not the whole store", async () => {
    const k = await filled();
    const thread = await k.thread();
    await Promise.all(Array.from({ length: 300 }, () => k.say(thread, { text: "x".repeat(500) })));
    await k[Symbol.asyncDispose]();
    const bytes = readFileSync(path);
    bytes.fill(0xff, bytes.length - 4096 * 8);
    writeFileSync(path, bytes);
    await using damaged = await filled();
    await expect(damaged.store.messages(all, thread, { limit: 1000 })).rejects.toMatchObject({ code: "StoreCorrupt" });
    expect(await damaged.store.thread(all, thread)).toMatchObject({ seq: 300 });
  });

  it("says that the home is read-only, for a file that is there and for a new one, and opens when it is not any more", async () => {
    using disk = smallDisk("size=8m");
    path = join(disk.dir, "parley.db");
    const k = await filled();
    const thread = await k.thread();
    await k[Symbol.asyncDispose]();
    disk.remount("ro");
    const error = await refused();
    expect(error.code).toBe("HomeReadOnly");
    expect(error.message).toContain(path);
    path = join(disk.dir, "new.db");
    expect((await refused()).code).toBe("HomeReadOnly");
    disk.remount("rw");
    path = join(disk.dir, "parley.db");
    await using again = await filled();
    expect(await again.store.thread(all, thread)).toBeDefined();
  });
});
