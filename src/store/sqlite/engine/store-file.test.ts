import { copyFileSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "#domain/store";
import { openSqliteStore } from "#store/sqlite/store";
import { all, kit, refusal, type Kit } from "#test/contracts/store/kit";
import { holdStore } from "#test/fakes/store-holder";
import { connect } from "./db.ts";

let dir = "";
let path = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "parley-file-"));
  path = join(dir, "parley.db");
});
afterEach(() => rmSync(dir, { recursive: true }));

const open = (): Promise<Store> => openSqliteStore({ path, newId: (kind) => `${kind}_1` as never, now: () => 1 });
const opened = (): Promise<Kit> =>
  kit(async (source) => {
    const store = await openSqliteStore({ path, ...source });
    return { store, reopen: () => Promise.resolve(store), [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
  });

describe("a store whose file is gone from its place", () => {
  const ways: readonly (readonly [string, () => void])[] = [
    ["deleted", () => rmSync(path)],
    ["moved", () => renameSync(path, `${path}.away`)],
    [
      "replaced",
      () => {
        copyFileSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
      },
    ],
    ["deleted with its log", () => ["", "-wal", "-shm"].forEach((end) => rmSync(path + end))],
    ["left without its log", () => rmSync(`${path}-wal`)],
  ];
  it.each(ways)("accepts nothing after it was %s, and says so", async (_how, act) => {
    await using k = await opened();
    const thread = await k.thread();
    // Long enough that the folder's word is taken for it.
    for (const began = performance.now(); performance.now() - began < 60;) await k.say(thread);
    expect(k.store.problems()).toEqual([]);
    act();
    // Several in one commit, and one after the other: none is acknowledged.
    expect(await Promise.all([1, 2, 3].map(() => refusal(k.say(thread))))).toEqual(["StoreGone", "StoreGone", "StoreGone"]);
    expect(await refusal(k.say(thread))).toBe("StoreGone");
    expect(k.store.problems()).toMatchObject([{ what: "store", why: expect.stringContaining(path) as string }]);
    expect(await k.store.messages(all, thread, { limit: 9 })).not.toHaveLength(0);
  });

  const returns: readonly (readonly [string, () => void, () => void])[] = [
    ["moved back", () => renameSync(path, `${path}.away`), () => renameSync(`${path}.away`, path)],
    [
      "under a new entry of its folder",
      () => {
        linkSync(path, `${path}.kept`);
        rmSync(path);
      },
      () => renameSync(`${path}.kept`, path),
    ],
    ["with its folder", () => renameSync(dir, `${dir}-away`), () => renameSync(`${dir}-away`, dir)],
  ];
  it.each(returns)("goes on once the file is back: %s", async (_how, leave, comeBack) => {
    await using k = await opened();
    const thread = await k.thread();
    await k.say(thread);
    leave();
    expect(await refusal(k.say(thread))).toBe("StoreGone");
    comeBack();
    await k.say(thread);
    expect(k.store.problems()).toEqual([]);
    leave();
    expect(await refusal(k.say(thread))).toBe("StoreGone");
    comeBack();
  });
});

describe("a store behind a link", () => {
  const target = (): string => join(dir, "disk", "store.db");
  const ways: readonly (readonly [string, () => void])[] = [
    ["its file is deleted", () => rmSync(target())],
    ["its log is deleted", () => rmSync(`${target()}-wal`)],
    [
      "the link leads elsewhere",
      () => {
        copyFileSync(target(), join(dir, "other.db"));
        symlinkSync(join(dir, "other.db"), `${path}.new`);
        renameSync(`${path}.new`, path);
      },
    ],
  ];
  it.each(ways)("works like any other until %s", async (_how, act) => {
    mkdirSync(join(dir, "disk"));
    symlinkSync(target(), path);
    await using k = await opened();
    const thread = await k.thread();
    // Long enough that the folders' word is taken for it.
    for (const began = performance.now(); performance.now() - began < 60;) await k.say(thread);
    expect(k.store.problems()).toEqual([]);
    act();
    expect(await refusal(k.say(thread))).toBe("StoreGone");
  });
});

describe("a store that another program holds", () => {
  it("holds up nobody: writes wait in their order, reads and everything else go on", async () => {
    await using k = await opened();
    const thread = await k.thread();
    const other = await holdStore(path, "BEGIN IMMEDIATE");
    const said = [1, 2, 3].map((n) => k.say(thread, { text: String(n) }));
    expect(await k.store.thread(all, thread)).toMatchObject({ seq: 0 });
    // The event loop turns meanwhile: one that stood still for the lock would have refused them by now.
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    await other.release();
    expect((await Promise.all(said)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it("refuses what waited for too long with StoreBusy, and takes what comes after", async () => {
    await using k = await opened();
    const thread = await k.thread();
    const other = await holdStore(path, "BEGIN IMMEDIATE");
    await expect(k.say(thread)).rejects.toMatchObject({ code: "StoreBusy", data: { retry_after: 1 } });
    await other.release();
    expect(await k.say(thread)).toMatchObject({ seq: 1 });
  });

  it("is opened by nobody else while it is open, and waits for one who only reads", async () => {
    await (await open())[Symbol.asyncDispose]();
    const other = await holdStore(path, "SELECT count(*) FROM audit");
    const waiting = open();
    await other.release();
    await using _store = await waiting;
    await expect(open()).rejects.toMatchObject({ code: "HomeInUse" });
  });
});

it("a row that does not hold what was written is StoreCorrupt, and a red line", async () => {
  await using k = await opened();
  const thread = await k.thread();
  await k.say(thread);
  using connection = connect(path);
  connection.script("UPDATE threads SET created_by = '{\"kind\":'");
  await using again = await kit(async () => ({ store: k.store, reopen: () => Promise.resolve(k.store), [Symbol.asyncDispose]: () => Promise.resolve() }));
  expect(await refusal(again.store.threads(all, { limit: 9 } as never))).toBe("StoreCorrupt");
  expect(k.store.problems()).toMatchObject([
    { what: "store", why: expect.stringContaining("damaged") as string, mend: expect.stringContaining("backup") as string },
  ]);
});
