import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { whoIs, type Actor, type Grant } from "#domain/people";
import type { Right } from "#domain/policy";
import { createPolicy } from "./decide.ts";
import { createDirectory } from "./directory.ts";
import { columnOf, columns, grantFor, rights, type Column } from "./rights.ts";

// Written by hand from the design, apart from the data, so that a slip in one shows in the other.
const expected = `
              member  admin  owner  agent    join   guest  stranger  outside  operator  hub
  speak       allow   allow  allow  allow    allow  allow  deny      allow    allow     allow
  prompt      allow   allow  allow  granted  deny   allow  deny      deny     allow     allow
  answer      own     allow  allow  deny     deny   deny   deny      deny     allow     deny
  run.plain   allow   allow  allow  allow    allow  allow  deny      deny     allow     allow
  run.files   ask     allow  allow  allow    deny   deny   deny      deny     allow     allow
  run.replace ask     allow  allow  ask      deny   deny   deny      deny     allow     allow
  run.network ask     allow  allow  allow    deny   deny   deny      deny     allow     allow
  run.risky   ask     ask    allow  ask      deny   deny   deny      deny     allow     allow
  session.new deny    allow  allow  granted  deny   deny   deny      deny     allow     allow
  session.end deny    allow  allow  deny     deny   deny   deny      deny     allow     allow
  desk.see    allow   allow  allow  deny     deny   deny   deny      deny     allow     allow
  desk.type   deny    allow  allow  deny     deny   deny   deny      deny     allow     allow
  turn.stop   own     allow  allow  granted  deny   own    deny      deny     allow     allow
  listen      deny    allow  allow  deny     deny   deny   deny      deny     allow     allow
  invite      deny    allow  allow  granted  deny   deny   deny      deny     allow     allow
  deliver     ask     allow  allow  ask      deny   deny   deny      deny     allow     allow
  people      deny    deny   allow  deny     deny   deny   deny      deny     allow     allow
  tokens      deny    deny   allow  deny     deny   deny   deny      deny     allow     allow
  audit       deny    deny   allow  deny     deny   deny   deny      deny     allow     allow
  statistics  deny    allow  allow  deny     deny   deny   deny      deny     allow     allow
  config.see  deny    allow  allow  deny     deny   deny   deny      deny     allow     allow
  config.edit deny    deny   allow  deny     deny   deny   deny      deny     allow     deny
`;

const [header = [], ...rows] = expected
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));

const actors: Record<Column, Actor> = {
  member: { kind: "person", id: "per_m", name: "mia", role: "member" },
  admin: { kind: "person", id: "per_a", name: "ada", role: "admin" },
  owner: { kind: "person", id: "per_o", name: "olga", role: "owner" },
  agent: { kind: "agent", id: "agt_a", name: "bee", may: [] },
  join: { kind: "agent", id: "agt_j", name: "joe", may: ["invite", "prompt"], only: "thr_1" },
  guest: { kind: "guest", account: "irc:gus", name: "gus" },
  stranger: { kind: "stranger", account: "irc:sam", name: "sam" },
  outside: { kind: "outside", name: "webhook" },
  operator: { kind: "operator" },
  hub: { kind: "hub" },
};

const allGrants: readonly Grant[] = ["invite", "prompt"];
const policy = createPolicy({ directory: createDirectory(), allowEveryone: false });

describe("the table of rights", () => {
  it("is the hand-written table, cell by cell", () => {
    expect(header).toEqual([...columns]);
    expect(rows).toEqual(Object.entries(rights).map(([right, row]) => [right, ...columns.map((column) => row[column])]));
  });

  for (const [right = "", ...cells] of rows) {
    it(`is how the gate decides ${right}, for everybody`, () => {
      const decided = columns.map((column) => behaviour(column, right as Right));
      expect(decided).toEqual(cells.map((rule) => behaviourOf(rule, right as Right)));
    });
  }

  it("has no right that nothing asks for", () => {
    const root = new URL("../", import.meta.url);
    const files = globSync("**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts") && !file.startsWith("policy/"));
    const source = files.map((file) => readFileSync(new URL(file, root), "utf8")).join("\n");
    const isAsked = (right: string): boolean => {
      const quoted = `"${right.replaceAll(".", "[.]")}"`;
      // A question to the gate, a command's own right, or what a capability needs.
      return [`\\b(?:decide|admit|refuses|refusalCode)\\([^;{}]*?${quoted}`, `\\bright: ${quoted}`, `Record<Capability, Right>> = [^;]*${quoted}`].some(
        (asks) => new RegExp(asks).test(source),
      );
    };
    expect(Object.keys(rights).filter((right) => !isAsked(right))).toEqual([]);
    expect(isAsked("pairing")).toBe(false);
  });

  it("puts every actor into the column of its kind", () => {
    for (const column of columns) expect(columnOf(actors[column])).toBe(column);
  });

  it("is printed in docs/rights.md as it stands in the data", () => {
    const doc = readFileSync(new URL("../../docs/rights.md", import.meta.url), "utf8");
    const lines = doc.split("\n").filter((line) => line.startsWith("|"));
    const printed = lines.map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", "")),
    );
    const [head, , ...body] = printed.slice(0, rows.length + 2);
    expect(head).toEqual(["right", ...columns]);
    expect(body).toEqual(Object.entries(rights).map(([right, row]) => [right, ...columns.map((column) => row[column])]));
    expect(printed.slice(rows.length + 4)).toEqual(Object.entries(grantFor).map(([right, grant]) => [right, grant]));
  });
});

/** What the gate does for one cell, with every variation that could change the answer. */
function behaviour(column: Column, right: Right): unknown {
  const actor = actors[column];
  const own = policy.decide(actor, right, { beganBy: whoIs(actor) }).verdict;
  const others = policy.decide(actor, right, { beganBy: "per_somebody_else" }).verdict;
  const unlocking = allGrants.filter((grant) => actor.kind === "agent" && policy.decide({ ...actor, may: [grant] }, right).verdict !== others);
  return { own, others, unlocking };
}

function behaviourOf(rule: string | undefined, right: Right): unknown {
  if (rule === "own") return { own: "allow", others: "deny", unlocking: [] };
  if (rule === "granted") return { own: "deny", others: "deny", unlocking: [grantFor[right]].filter((grant) => grant !== undefined) };
  return { own: rule, others: rule, unlocking: [] };
}
