import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { rights } from "#policy/rights";

const root = dirname(import.meta.dirname);

/** How a stretch of a terminal looks: passed on as a whole to the program that draws it. */
const passedOn = new Set(["color", "background", "dim", "inverse", "underline"]);

/** The chat of the tests is read too: it is the channel that every platform is measured by. */
const readers = globSync(["src/**/*.ts", "web/**/*.{ts,tsx}", "test/fakes/chat/*.ts"], { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

/** Members of a port that nothing reads, calls or takes apart. */
function unusedMembers(port: string, text: string): readonly string[] {
  const code = text.replaceAll(/\/\*\*[^]*?\*\/|\/\/[^\n]*/g, "");
  const names = new Set(
    [...code.matchAll(/readonly (\w+)\??:|^ {2}(?!constructor)(\w+)\??(?:<[^>]*>)?\(/gm)].map(([, property, method]) => property ?? method ?? ""),
  );
  // An engine has every verb of the store; only what is called from outside counts.
  const isStore = /domain\/(?:store|pairing|statistics|person-settings|[\w-]*verbs)\.ts$/.test(port);
  const others = readers.filter(({ file }) => file !== port && !(isStore && file.startsWith("src/store/"))).map((reader) => reader.text);
  return [...names].filter((name) => {
    const use = new RegExp(`\\.${name}\\b|[{,(]\\s*${name}\\s*[,}=:]`);
    return !passedOn.has(name) && !others.some((other) => use.test(other));
  });
}

describe("the ports", () => {
  it.each(globSync("src/domain/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts")))("%s has no member that nothing asks for", (port) => {
    expect(unusedMembers(port, readFileSync(join(root, port), "utf8"))).toEqual([]);
  });

  it("have no right in the table that nothing asks for", () => {
    const askers = readers.filter(({ file }) => file.startsWith("src/") && !/^src\/(?:policy|domain\/policy)/.test(file));
    expect(Object.keys(rights).filter((right) => !askers.some(({ text }) => text.includes(`"${right}"`)))).toEqual([]);
  });

  it("would be found with a member that nothing asks for", () => {
    const planted = "export interface Port {\n  /** asked */\n  readonly id: string;\n  readonly neverAskedFor: boolean;\n  neverCalledAtAll?(): void;\n}\n";
    expect(unusedMembers("planted.ts", planted)).toEqual(["neverAskedFor", "neverCalledAtAll"]);
  });
});
