import { describe, expect, it } from "vitest";
import { counting, langOf, nameAndEnding, size, took, when, tokens } from "./format.ts";

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const at = (text: string): number => new Date(text).getTime();

describe("times, spans and sizes", () => {
  it("writes the hour today, the weekday this week, the date before", () => {
    const now = at("2026-11-13T15:00:00");
    expect(when(at("2026-11-13T14:31:00"), now, days)).toBe("14:31");
    expect(when(at("2026-11-10T14:31:00"), now, days)).toBe("Tue 14:31");
    expect(when(at("2026-11-06T14:31:00"), now, days)).toBe("2026-11-06");
  });

  it.each([
    [139_000, "2:19"],
    [-5, "0:00"],
    [3_723_000, "1:02:03"],
  ])("counts %d ms as %s", (ms, text) => expect(counting(ms)).toBe(text));

  it.each([
    [40, "40 ms"],
    [4_200, "4.2 s"],
    [48_000, "48 s"],
    [139_000, "2:19"],
  ])("says that %d ms took %s", (ms, text) => expect(took(ms)).toBe(text));

  it.each([
    [0, "0 B"],
    [18_000, "18 kB"],
    [2_400_000, "2.4 MB"],
    [999_999, "1.0 MB"],
    [12_000_000_000, "12 GB"],
  ])("writes %d bytes as %s", (bytes, text) => expect(size(bytes)).toBe(text));

  it("keeps the ending of a name", () => {
    expect(nameAndEnding("invoice-export-0.9.tar.gz")).toEqual(["invoice-export-0.9", ".tar.gz"]);
    expect(nameAndEnding(".env")).toEqual([".env", ""]);
    expect(nameAndEnding("core")).toEqual(["core", ""]);
  });

  it("tells the languages apart that share characters", () => {
    expect([langOf("hello"), langOf("改法没问题"), langOf("直しました"), langOf("고쳤다")]).toEqual(["en", "zh-CN", "ja", "ko"]);
  });
});

it.each([
  [940, "940"],
  [41_208, "41k"],
  [999_499, "999k"],
  [1_240_000, "1.2M"],
])("counts %d tokens as %s", (n, text) => expect(tokens(n)).toBe(text));
