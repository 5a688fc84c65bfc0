import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChangeBody } from "#domain/thread";
import { connect } from "./db.ts";
import { spine } from "#store/sqlite/migrations/0001-spine";
import { bus } from "#store/sqlite/migrations/0002-bus";
import { terminal } from "#store/sqlite/migrations/0003-terminal";
import { threadOrder } from "#store/sqlite/migrations/0004-thread-order";
import { tokensInLine } from "#store/sqlite/migrations/0005-tokens-in-line";
import { askingRuns } from "#store/sqlite/migrations/0006-asking-runs";
import { tokenMakers } from "#store/sqlite/migrations/0007-token-makers";
import { chats } from "#store/sqlite/migrations/0008-chats";
import { seats } from "#store/sqlite/migrations/0009-seats";
import { askers } from "#store/sqlite/migrations/0010-askers";
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
    expect(await store.edits("msg_1", { limit: 9 })).toEqual([
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

describe("a file of the ninth schema, whose hub asked by a session of its own", () => {
  const turn = `'{"origin":"desk","prompt":"?","message":"msg_1","by":{"kind":"hub","id":"hub","name":"Parley"},"beganBy":"hub","at":1}'`;
  const asked = (more = ""): string => `'{"kind":"permission","prompt":"May it?","options":[],"askedAt":1,"beganBy":"hub"${more}}'`;

  it("loses that session from its lists, and keeps the questions as the hub's, the run's or the turn's", async () => {
    const dir = mkdtempSync(join(tmpdir(), "parley-migrate-"));
    try {
      const path = join(dir, "parley.db");
      {
        using connection = connect(path);
        connection.script(`${spine} ${bus} ${terminal} ${threadOrder} ${tokensInLine} ${askingRuns} ${tokenMakers} ${chats} ${seats} PRAGMA user_version = 9;
          INSERT INTO kept (name, value) VALUES ('approvals-session', 'ses_own');
          INSERT INTO threads (n, id, topic, access, status, created_at, created_by, seq, rev, last_at, default_session)
            VALUES (1, 'thr_1', 'Notices', 'closed', 'discuss', 1, ${author}, 0, 0, 1, 'ses_own'), (2, 'thr_2', 'work', 'open', 'discuss', 1, ${author}, 0, 0, 1, 'ses_2');
          INSERT INTO sessions (id, name, name_key, thread, kind, cli_type, work_dir, settings, source, at, state, reason, dropped)
            VALUES ('ses_own', 'approvals', 'approvals', 1, 'joins', 'parley', '/', '{}', 'store', 1, 'waiting_input', '', 0), ('ses_2', 'work', 'work', 2, 'scripted', 'scripted', '/', '{}', 'store', 1, 'waiting_input', '', 0);
          INSERT INTO turns (n, id, session, thread, state, spec, begun_at) VALUES (1, 'trn_1', 'ses_own', 1, 'begun', ${turn}, 1), (2, 'trn_2', 'ses_2', 2, 'begun', ${turn}, 1);
          INSERT INTO questions (n, id, code, thread, session, turn, key, digest, state, expires_at, asked, handed) VALUES
            (1, 'que_hub', 'aaaaa', 1, 'ses_own', 'trn_1', 'k1', 'd', 'open', 9, ${asked()}, 0),
            (2, 'que_run', 'bbbbb', 1, 'ses_own', 'trn_1', 'k2', 'd', 'answered', 9, ${asked(',"run":"run_1"')}, 1),
            (3, 'que_turn', 'ccccc', 2, 'ses_2', 'trn_2', 'k3', 'd', 'open', 9, ${asked()}, 0);`);
      }
      await using store = await openSqliteStore({ path, newId: (kind) => `${kind}_1` as never, now: () => 1 });
      expect((await store.sessions(all)).map(({ id }) => id)).toEqual(["ses_2"]);
      expect(await store.thread(all, "thr_1")).not.toHaveProperty("defaultSession");
      expect((await store.openTurns()).map(({ id }) => id)).toEqual(["trn_2"]);
      const [hub, run, ofTurn] = await store.questions(all, {});
      expect([hub?.asker, hub?.session, hub?.turn, hub?.state]).toEqual([{ kind: "hub" }, undefined, undefined, "open"]);
      expect([run?.asker, run?.session]).toEqual([{ kind: "run", run: "run_1", needs: [] }, undefined]);
      expect(run).not.toHaveProperty("run");
      expect([ofTurn?.asker, ofTurn?.session, ofTurn?.turn]).toEqual([{ kind: "turn" }, "ses_2", "trn_2"]);
      expect(await store.withdraw("que_hub", 2, "restarted")).toBe(true);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});

describe("a file of the tenth schema, which did not store who made links and linked accounts", () => {
  it("takes them from the audit log, and ends login links that nobody has used", async () => {
    const dir = mkdtempSync(join(tmpdir(), "parley-migrate-"));
    try {
      const path = join(dir, "parley.db");
      const holder = (person: string): string => `'{"kind":"person","person":"${person}","answers":true}'`;
      {
        using connection = connect(path);
        connection.script(`${spine} ${bus} ${terminal} ${threadOrder} ${tokensInLine} ${askingRuns} ${tokenMakers} ${chats} ${seats} ${askers} PRAGMA user_version = 10;
          INSERT INTO people (id, name, name_key, role, source) VALUES ('per_ann', 'Ann', 'ann', 'owner', 'store'), ('per_olga', 'Olga', 'olga', 'owner', 'store');
          INSERT INTO accounts (account, person) VALUES ('irc:linked', 'per_olga'), ('irc:added', 'per_olga'), ('irc:file', 'per_olga');
          INSERT INTO tokens (id, hash, holder, holder_id, label, made_by, at)
            VALUES ('tok_page', 'h1', ${holder("per_olga")}, 'per_olga', 'page', NULL, 1), ('tok_api', 'h2', ${holder("per_olga")}, 'per_olga', 'page', 'operator', 1);
          INSERT INTO links (hash, person, expires_at) VALUES ('open', 'per_olga', 9), ('claim', NULL, 9);
          INSERT INTO audit (at, kind, who, data, prev, hash) VALUES
            (1, 'access', 'per_ann', '{"did":"person added","name":"Olga","role":"owner","accounts":["irc:added"]}', '', ''),
            (1, 'access', 'operator', '{"did":"login link","person":"Olga"}', '', ''),
            (1, 'access', 'per_ann', '{"did":"login link","person":"Olga"}', '', ''),
            (1, 'access', 'per_olga', '{"what":"logged in","person":"per_olga","name":"Olga","token":"tok_page"}', '', ''),
            (1, 'access', 'operator', '{"did":"login link","person":"Olga"}', '', ''),
            (1, 'access', 'per_ann', '{"did":"account linked","name":"Olga","account":"irc:linked"}', '', '');`);
      }
      await using store = await openSqliteStore({ path, newId: (kind) => `${kind}_1` as never, now: () => 1 });
      expect((await store.tokens()).map(({ id, madeBy, login }) => [id, madeBy, login])).toEqual([
        ["tok_page", "per_ann", true],
        ["tok_api", "operator", undefined],
      ]);
      const use = (hash: string) => store.useLink({ hash, at: 2, name: "", newPerson: "per_x", token: { id: "tok_x", hash: "hx" } });
      expect(await use("open")).toEqual({ ok: false, code: "LinkUnknown" });
      expect(await use("claim")).toEqual({ ok: false, code: "NotAllowed" });
      await store.removePerson("per_ann", 3, { at: 3, kind: "access", who: "operator", data: {} });
      expect((await store.people()).map(({ accounts }) => accounts)).toEqual([["irc:file"]]);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
