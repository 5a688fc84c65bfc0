import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AuditVerdict } from "#domain/audit";
import { canonicalJson } from "#store/audit-chain";
import { connect } from "#store/sqlite/db";
import { openSqliteStore } from "#store/sqlite/store";
import { verifyAuditFile } from "#store/sqlite/verify-audit-file";
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
