import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MessageId, ThreadId } from "#domain/ids";
import type { Store } from "#domain/store";
import { openSqliteStore } from "#store/sqlite/store";
import { all, ann, claude, kit, refusal } from "#test/contracts/store/kit";
import type { Kit } from "#test/contracts/store/kit";
import { connect } from "./db.ts";

/** More than are left for later. */
const many = 300;
const frameBytes = 24 + 4096;

describe("rows that follow from a message", () => {
  let dir = "";
  let path = "";
  let open: AsyncDisposable[] = [];
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "parley-late-"));
    path = join(dir, "parley.db");
    open = [];
  });
  afterEach(async () => {
    for (const one of open) await one[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true });
  });

  const opened = async (): Promise<Kit> => {
    const made = await kit(async (source) => {
      const store = await openSqliteStore({ path, ...source });
      return { store, reopen: () => Promise.resolve(store), [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
    });
    open.push(made);
    return made;
  };

  /** The files as a kill would leave them now, opened by the next hub. */
  const afterKill = async (): Promise<Store> => {
    const copy = join(dir, `killed-${open.length}.db`);
    for (const end of ["", "-wal"]) copyFileSync(`${path}${end}`, `${copy}${end}`);
    const store = await openSqliteStore({ path: copy, newId: (kind) => `${kind}_zz` as never, now: () => 1 });
    open.push(store);
    return store;
  };

  const seen = async (store: Store, thread: ThreadId, message: MessageId) => ({
    thread: await store.thread(all, thread),
    summary: await store.summary({ sees: "all", who: ann.id }, thread),
    byTopic: await store.threadByTopic(all, "work"),
    list: (await store.threads({ sees: "all", who: ann.id }, { limit: 9 })).map(({ id, seq, rev, lastAt, unread, last }) => ({
      id,
      seq,
      rev,
      lastAt,
      unread,
      last,
    })),
    found: await store.searchTopics(all, "work", 9),
    message: await store.message(all, message),
  });

  it("are not written with it: most commits of one message have one page", async () => {
    const k = await opened();
    const thread = await k.thread();
    await k.say(thread);
    const before = statSync(`${path}-wal`).size;
    for (let i = 0; i < 100; i++) await k.say(thread);
    const frames = (statSync(`${path}-wal`).size - before) / frameBytes;
    expect(frames).toBeGreaterThanOrEqual(100);
    // A page that is full is split, which writes a few more.
    expect(frames).toBeLessThan(170);
  });

  it("read as if they were written, and the same after a kill", async () => {
    const k = await opened();
    const first = await k.thread({ id: "thr_1" });
    const second = await k.thread({ id: "thr_2", topic: "other" });
    await k.store.advanceCursor(ann.id, first, 0);
    k.clock.now += 5;
    const said = await k.say(first, { text: "mine" });
    k.clock.now += 5;
    await k.say(second, { author: claude });
    k.clock.now += 5;
    await k.say(first, { author: claude, text: "the latest" });
    const now = await seen(k.store, first, said.id);
    expect(now).toMatchObject({
      thread: { seq: 2, rev: 2, lastAt: k.clock.now },
      summary: { unread: 1, last: { text: "the latest" } },
      byTopic: { seq: 2, lastAt: k.clock.now },
      list: [
        { id: first, seq: 2, unread: 1 },
        { id: second, seq: 1, unread: 1 },
      ],
      found: [{ thread: first, at: k.clock.now }],
      message: { text: "mine", seq: 1 },
    });
    const next = await afterKill();
    expect(await seen(next, first, said.id)).toEqual(now);
    expect(await next.search(all, "latest", { limit: 9 })).toMatchObject([{ thread: first, seq: 2 }]);
    expect(await refusal(next.accept({ at: 1, message: k.line(first, { id: said.id }) }))).toBe("Internal");
    expect((await next.accept({ at: 1, message: k.line(first) })).message).toMatchObject({ seq: 3, rev: 3 });
    await next.editMessage(said.id, "changed", ann.id, 1);
    expect(await next.thread(all, first)).toMatchObject({ seq: 3, rev: 4 });
  });

  it("page through the threads in the order of their latest messages", async () => {
    const k = await opened();
    const ids: ThreadId[] = [];
    for (let i = 0; i < 9; i++) {
      k.clock.now += 1;
      ids.push(await k.thread({ access: i % 3 === 0 ? "closed" : "open", participants: ["per_bob"] }));
    }
    for (const i of [4, 0, 8, 2]) {
      k.clock.now += 1;
      await k.say(ids[i] ?? "thr_");
    }
    const expected = [2, 8, 0, 4, 7, 6, 5, 3, 1].map((i) => ids[i]);
    for (const reader of [all, { sees: "some", who: "per_bob", open: true }, { sees: "some", who: "per_bob", open: false }] as const) {
      const got: ThreadId[] = [];
      for (;;) {
        const last = got.length === 0 ? undefined : await k.store.thread(all, got.at(-1) ?? "thr_");
        const page = await k.store.threads(reader, { limit: 2, ...(last && { before: { at: last.lastAt, id: last.id } }) });
        if (page.length === 0) break;
        got.push(...page.map(({ id }) => id));
      }
      expect(got).toEqual(expected);
    }
    expect(await k.store.threads({ sees: "some", who: "per_eve", open: false }, { limit: 9 })).toEqual([]);
    await k.store.setStatus(ids[2] ?? "thr_", "archived", "x", 1);
    expect((await k.store.threads(all, { limit: 1 }))[0]?.id).toBe(ids[8]);
  });

  it("are written for many messages at once, and for all when the store is closed", async () => {
    const k = await opened();
    const thread = await k.thread();
    for (let i = 0; i < many; i += 10) await Promise.all(Array.from({ length: 10 }, () => k.say(thread)));
    const inFile = () => {
      using connection = connect(path, { readOnly: true });
      return connection.db.get(
        "SELECT t.seq, (SELECT count(*) FROM message_ids) AS ids, (SELECT max(seq) FROM cursors) AS read, (SELECT count(*) FROM threads_behind) AS behind FROM threads t",
      );
    };
    expect(inFile()).toEqual({ seq: 260, ids: 260, read: 260, behind: 1 });
    await k[Symbol.asyncDispose]();
    open = [];
    expect(inFile()).toEqual({ seq: many, ids: many, read: many, behind: 0 });
  });

  it("survive that another verb of the commit is refused, and that the whole commit is", async () => {
    const k = await opened();
    const thread = await k.thread();
    const first = await k.say(thread);
    const second = k.say(thread, { author: claude });
    await Promise.all([refusal(k.say("thr_missing")), second, refusal(k.say("thr_missing"))]);
    expect(await refusal(k.say("thr_missing"))).toBe("NotFound");
    const third = await k.say(thread, { author: claude });
    expect(third).toMatchObject({ seq: 3, rev: 3 });
    const now = await seen(k.store, thread, third.id);
    expect(now).toMatchObject({ thread: { seq: 3 }, summary: { unread: 2 }, message: { seq: 3 } });
    expect(await k.store.message(all, first.id)).toMatchObject({ seq: 1 });
    expect(await k.store.message(all, (await second).id)).toMatchObject({ seq: 2 });
    expect(await seen(await afterKill(), thread, third.id)).toEqual(now);
  });

  it("forget a message that was rolled back, whatever is written next", async () => {
    const k = await opened();
    const thread = await k.thread();
    const isUndone = { change: { thread: "thr_missing" as ThreadId, body: { kind: "renamed" as const, topic: "x", by: ann.id } } };
    expect(await refusal(k.say(thread, {}, isUndone))).toBe("NotFound");
    await k.store.record([k.record()]);
    expect(await k.say(thread)).toMatchObject({ seq: 1, rev: 1 });
    // So many that the next commit would write the rows of the undone one too.
    for (let i = 2; i < 256; i++) await k.say(thread);
    expect(await refusal(k.say(thread, {}, isUndone))).toBe("NotFound");
    await k.store.record([k.record()]);
    expect(await k.store.thread(all, thread)).toMatchObject({ seq: 255 });
    expect(await (await afterKill()).thread(all, thread)).toMatchObject({ seq: 255 });
    expect(await k.say(thread)).toMatchObject({ seq: 256, rev: 256 });
  });

  it("keep apart a deleted thread and the one that got its number, within one commit", async () => {
    const k = await opened();
    const thread = await k.thread();
    const other = "thr_other";
    await Promise.all([
      k.say(thread),
      k.store.deleteThread(thread, k.record()),
      k.thread({ id: other, topic: "other" }),
      k.say(other, { author: claude, text: "of the other" }),
    ]);
    const now = await k.store.thread(all, other);
    expect(now).toMatchObject({ seq: 1, rev: 1 });
    expect(await (await afterKill()).thread(all, other)).toEqual(now);
    expect(await k.say(other)).toMatchObject({ seq: 2, rev: 2 });
  });

  it("that cannot be read any more keep their thread from being changed, and no other", async () => {
    const k = await opened();
    const thread = await k.thread();
    const other = await k.thread();
    await Promise.all(Array.from({ length: many }, () => k.say(thread, { text: "x".repeat(500) })));
    await k.say(thread);
    const damaged = join(dir, "damaged.db");
    for (const end of ["", "-wal"]) copyFileSync(`${path}${end}`, `${damaged}${end}`);
    {
      using connection = connect(damaged);
      connection.script("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    const bytes = readFileSync(damaged);
    writeFileSync(damaged, bytes.fill(0xff, bytes.length - 4096 * 8));
    const next = await openSqliteStore({ path: damaged, newId: k.newId, now: () => 1 });
    open.push(next);
    // The thread's row does not know the last message: a change would get its rev.
    expect(await refusal(next.setStatus(thread, "done", ann.id, 1))).toBe("StoreCorrupt");
    expect(await refusal(next.thread(all, thread))).toBe("StoreCorrupt");
    expect(await next.setStatus(other, "done", ann.id, 1)).toBe(true);
    expect(await next.thread(all, other)).toMatchObject({ status: "done", rev: 1 });
  });

  it("go with a deleted thread", async () => {
    const k = await opened();
    const thread = await k.thread();
    const said = await k.say(thread, { author: claude });
    await k.store.deleteThread(thread, k.record());
    expect(await k.store.message(all, said.id)).toBeUndefined();
    const next = await afterKill();
    expect(await next.threads(all, { limit: 9 })).toEqual([]);
    expect(await next.message(all, said.id)).toBeUndefined();
  });
});
