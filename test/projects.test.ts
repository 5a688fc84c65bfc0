import { globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import { describe, expect, it } from "vitest";
import { projects } from "#test/projects";

const root = dirname(import.meta.dirname);
const files = globSync("{src,test,web,bench,scripts}/**/*.{test,spec}.*", { cwd: root });

const projectsOf = (file: string): readonly string[] =>
  projects
    .filter(({ include, exclude }) => include.some((glob) => matchesGlob(file, glob)) && !exclude.some((glob) => matchesGlob(file, glob)))
    .map(({ name }) => name);

describe("the test projects", () => {
  it("have every test file exactly once", () => {
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter((file) => projectsOf(file).length !== 1)).toEqual([]);
  });

  it("each have files", () => {
    expect([...new Set(files.flatMap(projectsOf))].toSorted()).toEqual(projects.map(({ name }) => name).toSorted());
  });

  it("run a contract suite in the project `contract` alone", () => {
    const runs = files.filter((file) => /^(?:agent|channel|store)Contract\(/m.test(readFileSync(join(root, file), "utf8")));
    expect(runs.length).toBeGreaterThan(2);
    expect(runs.filter((file) => projectsOf(file)[0] !== "contract")).toEqual([]);
  });
});
