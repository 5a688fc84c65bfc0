import { describe, expect, it } from "vitest";
import { table } from "./table.ts";

describe("a table for people", () => {
  it("lines up its columns by what a terminal shows, and pads no line's end", () => {
    expect(
      table([
        ["a", "会话", "x"],
        ["long", "b", ""],
      ]),
    ).toEqual(["a     会话  x", "long  b"]);
  });

  it("keeps a row on its line and shows what would be hidden in it", () => {
    expect(table([["a\nb\tc", "x\u202ey\u001b[31m"]])).toEqual(["a b c  x⟨U+202E⟩y⟨U+001B⟩[31m"]);
  });
});
