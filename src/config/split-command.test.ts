import { describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import { splitCommand } from "./split-command.ts";

const argv = (line: string): unknown => {
  const split = splitCommand(line);
  return "argv" in split ? split.argv : split.why;
};

describe("splitting a command", () => {
  it("takes words apart at spaces and tabs, and keeps quoted ones together", () => {
    expect(argv("copilot invite --thread {thread_id} --api http://localhost:8000")).toEqual([
      "copilot",
      "invite",
      "--thread",
      "{thread_id}",
      "--api",
      "http://localhost:8000",
    ]);
    expect(argv(`a "b c" 'd e' f\\ g  h\t"" ''`)).toEqual(["a", "b c", "d e", "f g", "h", "", ""]);
    expect(argv(`a b"c d"'e f'g`)).toEqual(["a", "bc de fg"]);
  });

  it("reads a backslash as a shell does: any sign outside quotes, two in double ones, none in single ones", () => {
    expect(argv(String.raw`a \" \\ \'`)).toEqual(["a", '"', "\\", "'"]);
    expect(argv(String.raw`a "x\"y\\z\n" 'p\q'`)).toEqual(["a", String.raw`x"y\z\n`, String.raw`p\q`]);
  });

  verifies("SC-1", "refuses what only a shell would understand, with the way out", () => {
    for (const [line, syntax] of [
      ["a | b", "|"],
      ["a && b", "&"],
      ["a; b", ";"],
      ["a > f", ">"],
      ["a < f", "<"],
      ["a $(b)", "$("],
      ["a $HOME", "$H"],
      ["a ${B}", "${"],
      ["a `b`", "`"],
      ["(a)", "("],
      ["a *.txt", "*"],
      ["a ~/b", "~"],
      ["a # b", "#"],
      ["a\nb", "The line break"],
      ["KEY=1 a", "KEY="],
    ] as const) {
      expect(argv(line)).toMatch(/is shell syntax/);
      expect(argv(line)).toContain(syntax);
    }
  });

  it("takes the same signs in quotes as plain text", () => {
    expect(argv(`a "x | y && $(z) $HOME \`w\` ; > < *" '$(q)' \\| "#" b=c --x=~y 5$`)).toEqual([
      "a",
      "x | y && $(z) $HOME `w` ; > < *",
      "$(q)",
      "|",
      "#",
      "b=c",
      "--x=~y",
      "5$",
    ]);
  });

  it("names what is left open, empty or unseen", () => {
    expect(argv('a "b')).toContain("The quote at character 3");
    expect(argv("a 'b")).toContain("The quote at character 3");
    expect(argv("a \\")).toContain("ends with a backslash");
    expect(argv("   ")).toContain("is empty");
    expect(argv('"" a')).toContain("is empty");
    expect(argv("a b\0c")).toContain("NUL");
  });
});
