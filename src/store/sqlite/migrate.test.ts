import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChangeBody } from "#domain/thread";
import { connect } from "#store/sqlite/db";
import { spine } from "#store/sqlite/migrations/0001-spine";
import { bus } from "#store/sqlite/migrations/0002-bus";
import { openSqliteStore } from "#store/sqlite/store";
import { all } from "#test/contracts/store/kit";

const author = `'{"kind":"person","id":"per_ann","name":"Ann"}'`;

describe("a file of the first schema", () => {
  let dir = "";
  let path = "";
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "parley-migrate-"));
    path = join(dir, "parley.db");
    using connection = connect(path);
    connection.script(`${spine} PRAGMA user_version = 1;
      INSERT INTO people VALUES ('per_bob', 'Bob', 'bob', 'member', 'store');
      INSERT INTO threads (n, id, topic, access, status, created_at, created_by, seq, rev, last_at)
        VALUES (1, 'thr_1', 'old', 'open', 'discuss', 1, ${author}, 1, 6, 1), (2, 'thr_2', 'older', 'open', 'discuss', 1, ${author}, 0, 0, 1);
      INSERT INTO messages (thread, seq, id, rev, at, author_kind, author_id, author_name, role, text, surface)
        VALUES (1, 1, 'msg_1', 1, 1, 'person', 'per_ann', 'Ann', 'user', 'one', 'api');`);
    const bodies: readonly ChangeBody[] = [
      { kind: "edited", message: "msg_1", text: "two", by: "per_ann" },
      { kind: "reacted", message: "msg_1", reaction: "+1", by: "per_bob", removed: false },
      { kind: "reacted", message: "msg_1", reaction: "eyes", by: "per_bob", removed: false },
      { kind: "edited", message: "msg_1", text: "three", by: "per_ann" },
      { kind: "reacted", message: "msg_1", reaction: "eyes", by: "per_bob", removed: true },
    ];
    for (const [i, body] of bodies.entries())
      connection.db.run("INSERT INTO changes (thread, rev, seq, at, body) VALUES (1, ?, 1, ?, ?)", i + 2, 10 + i, JSON.stringify(body));
  });
  afterEach(() => {
    rmSync(dir, { recursive: true });
  });

  it("is brought up to date: the edits and reactions in its logs count, its threads and messages are counted and found", async () => {
    await using store = await openSqliteStore({ path, newId: (kind) => `${kind}_1` as never, now: () => 1 });
    expect(await store.edits("msg_1")).toEqual([
      { version: 1, oldText: "one", by: "per_ann", at: 10 },
      { version: 2, oldText: "two", by: "per_ann", at: 13 },
    ]);
    expect((await store.messageStates(["msg_1"])).get("msg_1")).toMatchObject({
      text: "three",
      version: 2,
      editedAt: 13,
      reactions: [{ reaction: "+1", by: "per_bob", name: "Bob", at: 11 }],
    });
    expect(await store.search(all, "three", { limit: 9 })).toMatchObject([{ message: "msg_1" }]);
    expect(await store.metrics()).toMatchObject({ threadsByStatus: { discuss: 2 }, messages: 1 });
    expect(await store.threads(all, { limit: 9 })).toHaveLength(2);
    expect(await store.editMessage("msg_1", "four", "per_ann", 20)).toEqual({ version: 3 });
  });
});

describe("a file of the second schema", () => {
  it("is brought up to date: its runs are listed to those who may see them, newest first, and go on; its tokens know their makers", async () => {
    const dir = mkdtempSync(join(tmpdir(), "parley-migrate-"));
    try {
      const path = join(dir, "parley.db");
      const started = `'{"at":1,"name":"help","surface":"page","line":"!!help"}'`;
      const ended = `'{"endedAt":2,"exitCode":0,"text":"","result":{}}'`;
      {
        using connection = connect(path);
        connection.script(`${spine} ${bus} PRAGMA user_version = 2;
          INSERT INTO threads (n, id, topic, access, status, created_at, created_by, seq, rev, last_at)
            VALUES (1, 'thr_1', 'open', 'open', 'discuss', 1, ${author}, 0, 0, 1), (2, 'thr_2', 'closed', 'closed', 'discuss', 1, ${author}, 0, 0, 1);
          INSERT INTO tokens (id, hash, holder, holder_id, label, at) VALUES ('tok_1', 'h1', '{"kind":"agent"}', 'agt_1', 'one', 1), ('tok_2', 'h2', '{"kind":"agent"}', 'agt_2', 'two', 1);
          INSERT INTO audit (at, kind, who, data, prev, hash) VALUES (1, 'access', 'per_ann', '{"did":"token created","token":"tok_1"}', '', '');
          INSERT INTO people (id, name, name_key, role, source) VALUES ('per_ann', 'Ann', 'ann', 'member', 'store');
          INSERT INTO runs (id, thread, who, started, ended)
            VALUES ('run_1', 1, 'per_ann', ${started}, ${ended}), ('run_2', 2, 'per_ann', ${started}, ${ended}), ('run_3', NULL, 'per_bob', ${started}, NULL);`);
      }
      await using store = await openSqliteStore({ path, newId: (kind) => `${kind}_1` as never, now: () => 1 });
      const run = { at: 1, name: "help", surface: "page", line: "!!help" } as const;
      const over = { endedAt: 2, exitCode: 0, text: "", result: {} };
      expect(await store.runs({ sees: "some", who: "per_bob", open: true }, { limit: 9 })).toEqual([
        { id: "run_3", who: "per_bob", whoName: "per_bob", ...run },
      ]);
      expect(await store.runs({ sees: "some", who: "per_ann", open: true }, { limit: 9 })).toEqual([
        { id: "run_1", who: "per_ann", whoName: "Ann", thread: "thr_1", ...run, ...over },
      ]);
      expect((await store.runs(all, { limit: 9 })).map(({ id }) => id)).toEqual(["run_3", "run_2", "run_1"]);
      expect((await store.runs(all, { thread: "thr_2", limit: 9 })).map(({ id }) => id)).toEqual(["run_2"]);
      expect((await store.tokens()).map(({ id, madeBy }) => [id, madeBy])).toEqual([
        ["tok_1", "per_ann"],
        ["tok_2", undefined],
      ]);
      await store.endRun({ id: "run_3", at: 2, exitCode: 0, text: "", result: {} }, [], []);
      expect(await store.run(all, "run_3")).toEqual({ id: "run_3", who: "per_bob", whoName: "per_bob", ...run, ...over });
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
