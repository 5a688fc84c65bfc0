import { describe, expect, it } from "vitest";
import { toCsv } from "./csv-line.ts";

describe("a CSV line", () => {
  it("quotes what needs it and keeps numbers as they are", () => {
    expect(
      toCsv([
        ["a", 'say "hi"', -3.5],
        ["x,y", "two\nlines", 0],
      ]),
    ).toBe('a,"say ""hi""",-3.5\r\n"x,y","two\nlines",0\r\n');
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx"])("hands %j to no spreadsheet as a formula", (text) => {
    expect(toCsv([[text]]).replace(/^"/, "")).toMatch(/^'/);
  });
});
