import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitPrefix } from "./prefix.ts";
import { verifies } from "#test/verifies";

const prefixes = ["!!", ">>", "##", "@+", "."];

describe("the command prefix", () => {
  verifies("C-8.1-1", "each prefix that the configuration may name is taken off the line", () => {
    for (const prefix of prefixes) expect(splitPrefix(`${prefix}use backend-test`, prefix)).toBe("use backend-test");
  });

  it.each([
    ["!!", "!!!"],
    ["!!", "!!"],
    ["!!", "!! sessions"],
    ["!!", "!!1"],
    ["!!", "! !use x"],
    ["!!", " !!sessions"],
    ["!!", "\n!!sessions"],
    ["!!", "/help"],
    ["!!", "run !!sessions"],
    [".", ".5"],
    [".", "..."],
    [".", "./build.sh"],
    ["##", "# title"],
    ["##", "### title"],
    [">>", ">>> print(1)"],
    ["@+", "@+1"],
    ["", "sessions"],
  ])("with %s, %j is words for the session", (prefix, text) => {
    expect(splitPrefix(text, prefix)).toBeUndefined();
  });

  it("counts in front of any letter, so that a wrong word never reaches a session", () => {
    expect(splitPrefix("!!帮助", "!!")).toBe("帮助");
    expect(splitPrefix("!!Ünknown", "!!")).toBe("Ünknown");
  });

  it("drops what a phone leaves at the end of the line, and keeps the line breaks inside", () => {
    expect(splitPrefix("!!sessions \n", "!!")).toBe("sessions");
    expect(splitPrefix("!!use a\nb", "!!")).toBe("use a\nb");
  });

  it("never takes text that begins otherwise", () => {
    const other = fc.string().filter((text) => !text.startsWith("!!"));
    expect(() => fc.assert(fc.property(other, (text) => splitPrefix(text, "!!") === undefined))).not.toThrow();
  });
});
