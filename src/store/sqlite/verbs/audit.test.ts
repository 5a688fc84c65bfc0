import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AuditVerdict } from "#domain/audit";
import { canonicalJson, parseHead } from "#store/audit-chain";
import { readAuditHead, writeAuditHead } from "#store/sqlite/engine/audit-head-file";
import { connect } from "#store/sqlite/engine/db";
import { openSqliteStore } from "#store/sqlite/store";
import { verifyAuditFile } from "#store/sqlite/engine/verify-audit-file";
import { holding } from "#test/matching";
import { kit } from "#test/contracts/store/kit";
import type { Kit } from "#test/contracts/store/kit";

describe("the audit chain in its file", () => {
  let dir = "";
  let path = "";
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "parley-audit-"));
    path = join(dir, "parley.db");
  });
  afterEach(() => {
    rmSync(dir, { recursive: true });
  });

  const opened = (): Promise<Kit> =>
    kit(async (source) => {
      const store = await openSqliteStore({ path, ...source });
      return { store, reopen: () => Promise.resolve(store), [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
    });

  /** Twelve records, then somebody with the file in hand. */
  const tampered = async (sql: string): Promise<AuditVerdict> => {
    const k = await opened();
    for (let i = 1; i <= 12; i++) await k.store.record([k.record({ who: `w${i}`, data: { i } })]);
    await k[Symbol.asyncDispose]();
    using connection = connect(path);
    connection.script(sql);
    return await verifyAuditFile(path);
  };

  it.each([
    ["data was changed", `UPDATE audit SET data = '{"i":77}' WHERE n = 5`, 5, "changed"],
    ["a name was changed", "UPDATE audit SET who = 'somebody' WHERE n = 5", 5, "changed"],
    ["a time was changed", "UPDATE audit SET at = at + 1 WHERE n = 12", 12, "changed"],
    ["a record was removed", "DELETE FROM audit WHERE n = 5", 6, "Record 5 is missing"],
    ["the first was removed", "DELETE FROM audit WHERE n = 1", 2, "Record 1 is missing"],
    ["the last ones were removed", "DELETE FROM audit WHERE n > 10", 11, "Records 11 to 12 are missing"],
    ["all were removed", "DELETE FROM audit", 1, "Records 1 to 12 are missing"],
    ["one was removed and the others moved up", "DELETE FROM audit WHERE n = 5; UPDATE audit SET n = n - 1 WHERE n > 5", 5, "does not follow"],
    [
      "two changed places",
      "UPDATE audit SET n = 99 WHERE n = 4; UPDATE audit SET n = 4 WHERE n = 5; UPDATE audit SET n = 5 WHERE n = 99",
      4,
      "does not follow",
    ],
  ])("shows where %s", async (_what, sql, brokenAt, reason) => {
    const verdict = await tampered(sql);
    expect(verdict).toMatchObject({ ok: false, brokenAt });
    expect(verdict.ok ? "" : verdict.reason).toContain(reason);
  });

  describe("held against a second place", () => {
    const head = (): string => join(dir, "audit-head");
    const withHead = (): Promise<Kit> =>
      kit(async (source) => {
        const store = await openSqliteStore({ path, auditHead: head(), ...source });
        return { store, reopen: () => Promise.resolve(store), [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
      });
    /** Resolves with what the store said about itself. */
    const write = async (count: number, who = "w"): Promise<ReturnType<Kit["store"]["problems"]>> => {
      await using k = await withHead();
      for (let i = 1; i <= count; i++) await k.store.record([k.record({ who: `${who}${i}`, data: { i } })]);
      return k.store.problems();
    };
    const act = (sql: string): void => {
      using connection = connect(path);
      connection.script(sql);
    };
    const verify = (): Promise<AuditVerdict> => verifyAuditFile(path, { file: head() });
    /** The end of the chain as somebody leaves it who knows every place in the store. */
    const forget =
      "DELETE FROM audit WHERE n > 10; UPDATE sqlite_sequence SET seq = 10; UPDATE kept SET value = (SELECT n || ':' || hash FROM audit WHERE n = 10) WHERE name = 'audit-head';";

    it("holds, and the file has the last record when the hub has stopped", async () => {
      await write(12);
      expect(await verify()).toEqual({ ok: true, records: 12 });
      expect(readAuditHead(head())).toMatchObject({ n: 12 });
      expect(statSync(head()).mode & 0o777).toBe(0o600);
    });

    it.each([
      ["removed", "DELETE FROM audit WHERE n > 10", "truncated"],
      ["removed in every place of the store", forget, "truncated"],
    ])("shows that the last records were %s, and still does after more were written", async (_how, sql, problem) => {
      await write(12);
      act(sql);
      expect(await verify()).toMatchObject({ ok: false, problem, brokenAt: 11 });
      expect(await write(9)).toMatchObject([{ what: "audit" }]);
      expect(await verify()).toMatchObject({ ok: false, problem: "removed", reason: holding("Record 11 is missing") });
      expect(await verifyAuditFile(path)).toMatchObject({ ok: false, problem: "removed" });
    });

    it("shows that the last records were replaced, and still does after more were written", async () => {
      await write(12);
      act(forget);
      writeAuditHead(head(), { n: 10, hash: "0".repeat(64) });
      expect(await verify()).toMatchObject({ ok: false, problem: "replaced", brokenAt: 10 });
      await write(3);
      expect(await verify()).toMatchObject({ ok: false });
    });

    it("is read by a hub that runs, too: what it knows and the store does not is missing", async () => {
      await using k = await withHead();
      const { store } = k;
      await store.record([k.record()]);
      // From then on the hub has nothing more to write there.
      await expect.poll(() => readAuditHead(head())).toMatchObject({ n: 1 });
      expect(await store.verifyAudit()).toEqual({ ok: true, records: 1 });
      writeAuditHead(head(), { n: 9, hash: "0".repeat(64) });
      expect(await store.verifyAudit()).toMatchObject({ ok: false, problem: "truncated", brokenAt: 2 });
      rmSync(head());
      expect(await store.verifyAudit()).toMatchObject({ ok: false, problem: "no-second-place" });
    });

    it("shows records that were written in place of others", async () => {
      await write(10);
      const copy = readFileSync(head(), "utf8");
      await write(2);
      const real = readFileSync(head(), "utf8");
      act(forget);
      writeFileSync(head(), copy);
      await write(2, "somebody else ");
      // The chain is whole in itself; only who kept the real head can tell.
      expect(await verify()).toMatchObject({ ok: true, records: 12 });
      const copied = parseHead(real.trim());
      expect(await verifyAuditFile(path, copied === undefined ? {} : { copied })).toMatchObject({ ok: false, problem: "replaced", brokenAt: 12 });
      writeFileSync(head(), real);
      expect(await verify()).toMatchObject({ ok: false, problem: "replaced", brokenAt: 12 });
    });

    it.each([
      ["missing", () => rmSync(head())],
      ["unreadable", () => writeFileSync(head(), "twelve")],
    ])("shows that the second place is %s, and the next start puts that on record", async (_how, damage) => {
      await write(3);
      damage();
      expect(await verify()).toMatchObject({ ok: false, problem: "no-second-place", records: 3 });
      await using k = await withHead();
      await k.store.record([k.record()]);
      expect(k.store.problems()).toMatchObject([{ what: "audit" }]);
      expect((await k.store.auditRecords({ limit: 9 })).map(({ data }) => data["problem"])).toContain("no-second-place");
    });

    it("is no false alarm: not after a kill, not for a store that has never had one", async () => {
      const k = await opened();
      await k.store.record([k.record()]);
      await k[Symbol.asyncDispose]();
      act("DELETE FROM kept WHERE name = 'audit-head'");
      expect(await verify()).toEqual({ ok: true, records: 1 });
      const killed = await withHead();
      await killed.store.record([killed.record()]);
      // What a kill leaves: the file has not caught up.
      expect(await verify()).toEqual({ ok: true, records: 2 });
      await killed[Symbol.asyncDispose]();
      expect(await write(1)).toEqual([]);
    });
  });

  it("verifies beside a running hub, and without one", async () => {
    const k = await opened();
    await k.store.record([k.record(), k.record()]);
    expect(await verifyAuditFile(path)).toEqual({ ok: true, records: 2 });
    await k.store.record([k.record()]);
    await k[Symbol.asyncDispose]();
    expect(await verifyAuditFile(path)).toEqual({ ok: true, records: 3 });
    await expect(verifyAuditFile(join(dir, "none.db"))).rejects.toMatchObject({ code: "NotFound" });
  });

  it("writes the same value as the same text, whatever the order of its keys", () => {
    expect(canonicalJson({ b: [1, { d: null, c: "x" }], a: undefined, A: true })).toBe('{"A":true,"b":[1,{"c":"x","d":null}]}');
    expect(canonicalJson({ y: 1, x: 2 })).toBe(canonicalJson({ x: 2, y: 1 }));
  });
});
