import { describe, expect, it } from "vitest";
import { columnOf, rangeOf } from "./cells.ts";

describe("a range", () => {
  const at = (row: number, column: number): { row: number; column: number } => ({ row, column });

  it.each([
    ["A1:D20", { from: at(1, 1), to: at(20, 4) }],
    ["d20:a1", { from: at(1, 1), to: at(20, 4) }],
    ["$B$2", { from: at(2, 2), to: at(2, 2) }],
    ["B:D", { from: at(1, 2), to: at(1_048_576, 4) }],
    ["AA1:XFD1", { from: at(1, 27), to: at(1, 16_384) }],
  ])("is read from %s", (written, range) => {
    expect(rangeOf(written)).toEqual(range);
  });

  it.each(["", "1", "A0", "A1:B", "A1:B2:C3", "XFE1", "A1048577", "A1;B2", "ZZZZ1"])("is not read from %s", (written) => {
    expect(rangeOf(written)).toBeUndefined();
  });

  it("finds the column of a reference", () => {
    expect(["A1", "z9", "AA10", "XFD1", "XFE1", "1", ""].map(columnOf)).toEqual([1, 26, 27, 16_384, 0, 0, 0]);
  });
});
