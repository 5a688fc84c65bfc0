import { describe, expect, it } from "vitest";
import { globMatcher } from "./glob-matcher.ts";

describe("a glob", () => {
  it.each([
    ["*.ts", "a.ts", true],
    ["*.ts", "src/a.ts", false],
    ["**/*.ts", "a.ts", true],
    ["**/*.ts", "src/deep/a.ts", true],
    ["src/**/a?.ts", "src/ab.ts", true],
    ["src/**/a?.ts", "src/x/y/ab.ts", true],
    ["src/**/a?.ts", "src/x/y/a.ts", false],
    ["src/**", "src/x/y", true],
    ["src/**", "src", false],
    ["**/x/**/y", "a/x/b/x/c/y", true],
    ["**/x/**/y", "a/x/b/z", false],
    ["foo**", "foo/bar", true],
    ["a**z", "a/b/z", true],
    ["*a*b", "xaxbxab", true],
    ["*a/*b", "xa/xb", true],
    ["*a/*b", "x/xa/xb", false],
    ["**/*a/b*c", "q/xa/bc/xa/bxc", true],
    ["[a-c]?.{js,ts}", "bx.ts", true],
    ["[!a-c].js", "b.js", false],
    ["[!a-c]x", "/x", false],
    ["[z-a]", "[z-a]", true],
    ["[", "[", true],
    ["{a,b{c,d}}.md", "bd.md", true],
    ["{a,b", "b", true],
    ["?", "😀", true],
    ["*.*", "你好.md", true],
    ["", "", true],
    ["**", "a/b", true],
    ["a+(b)", "a+(b)", true],
  ])("%s and %s: %s", (glob, path, isMatch) => expect(globMatcher(glob)(path)).toBe(isMatch));

  it("never tries more than the product of the lengths, whatever the pattern and the path are", () => {
    const folders = "a/".repeat(1_000);
    for (const glob of ["*a".repeat(60) + "b", "**a".repeat(60) + "b", "**/a/".repeat(60) + "b", "**/*a*a*a*a".repeat(10) + "b", "{a,b}".repeat(100)])
      for (const path of ["a".repeat(2_000), folders, `${folders}${"a".repeat(2_000)}`]) expect(globMatcher(glob)(path)).toBe(false);
  });
});
