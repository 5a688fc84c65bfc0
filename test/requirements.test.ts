import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { citedIn, idsIn, judge, page } from "#test/citations";
import { built, requirements } from "#test/requirements";
import { verifies } from "#test/verifies";

const root = dirname(import.meta.dirname);

describe("the requirements", () => {
  it("are all there, each with an id of its own", () => {
    expect(requirements).toHaveLength(404);
    expect(new Set(requirements.map((row) => row.id)).size).toBe(404);
  });

  it("of the parts that are built are each cited by a test, and no test cites a row that does not exist", () => {
    expect(judge(requirements, built, citedIn(root))).toEqual({ uncited: [], unknown: [] });
  });

  it("are listed in docs/requirements.md as they stand (npm run requirements writes it)", () => {
    expect(readFileSync(join(root, "docs", "requirements.md"), "utf8")).toBe(page(requirements, built, citedIn(root)));
  });
});

describe("the gate", () => {
  const row = (id: string, ...issues: ["spine" | "bus", ...("spine" | "bus")[]]) => ({ id, text: "it does", kind: "must" as const, issues });

  it("names a row of a built part that nobody cites", () => {
    expect(judge([row("A-1", "spine"), row("A-2", "spine", "bus")], ["spine"], new Map([["A-2", ["a.test.ts"]]])).uncited).toEqual(["A-1"]);
  });

  it("lets a row wait whose owner is not built, and shows it as pending with the owner's name", () => {
    const rows = [row("A-1", "bus", "spine")];
    expect(judge(rows, ["spine"], new Map()).uncited).toEqual([]);
    expect(page(rows, ["spine"], new Map())).toContain("| A-1 | it does | must | bus, spine | pending: bus |  |");
  });

  it("names a cited id that no row has, and where", () => {
    expect(judge([], ["spine"], new Map([["A-9", ["a.test.ts"]]])).unknown).toEqual(["A-9 in a.test.ts"]);
  });

  it("reads one id, several ids and ids on lines of their own", () => {
    const source = ["  verifies(", '"A-1", "does", () => {});', 'verifies(["A-2", "A-3"], "does", f);', "verifies([", '  "A-4",', '  "A-5",', '], "does", f);'];
    expect(idsIn(source.join("\n"), "a.test.ts")).toEqual(["A-1", "A-2", "A-3", "A-4", "A-5"]);
  });

  it("refuses ids that it cannot read without running the test", () => {
    expect(() => idsIn(["verifies(", 'id, "does", f);'].join(""), "a.test.ts")).toThrow("as literals");
  });

  it("stops a test file that cites an unknown id when it is collected", () => {
    expect(() => verifies("NO-SUCH-ROW", "is never registered", () => undefined)).toThrow("no such requirement");
  });
});
