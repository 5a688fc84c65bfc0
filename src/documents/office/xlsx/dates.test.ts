import { describe, expect, it } from "vitest";
import { datePartOf, dateText } from "./dates.ts";

describe("a date", () => {
  it.each([
    [1, "date", "1900-01-01"],
    [59, "date", "1900-02-28"],
    [60, "date", "1900-02-29"],
    [61, "date", "1900-03-01"],
    [45352.99999999, "date", "2024-03-02"],
    [45352.5, "both", "2024-03-01 12:00:00"],
    [0.75, "time", "18:00:00"],
    [1.25, "elapsed", "30:00:00"],
    [2958465, "date", "9999-12-31"],
    [2958466, "date", undefined],
    [-1, "date", undefined],
    [Number.NaN, "date", undefined],
  ] as const)("%d as %s is %s", (value, part, text) => {
    expect(dateText(value, part, false)).toBe(text);
  });
});

describe("a format code", () => {
  it.each([
    ["yyyy-mm-dd", "date"],
    ['yyyy"年"m"月"d"日"', "date"],
    ["[$-804]yyyy年m月d日", "date"],
    ["mmm", "date"],
    ["aaa", "date"],
    ["[$-804]aaaa", "date"],
    ["h:mm AM/PM", "time"],
    ["mm:ss.0", "time"],
    ["[h]:mm", "elapsed"],
    ["d/m/yy h:mm", "both"],
    ["General", undefined],
    ["0.00E+00", undefined],
    ['0 "days"', undefined],
    ["[Red]0", undefined],
    ["#,##0\\ d", undefined],
    ["@", undefined],
  ])("%s shows %s", (code, part) => {
    expect(datePartOf(code)).toBe(part);
  });
});
