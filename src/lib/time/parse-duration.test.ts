import { describe, expect, it } from "vitest";
import { durationText, parseDuration } from "./parse-duration.ts";

describe("durations", () => {
  it("are a whole number with its unit", () => {
    expect(["500ms", "30s", "5m", "2h", "1d", " 1s "].map(parseDuration)).toEqual([500, 30_000, 300_000, 7_200_000, 86_400_000, 1_000]);
  });

  it("are nothing else", () => {
    for (const text of ["", "5", "m", "-5m", "1.5h", "5 m", "5M", "5min", "1e3s", "99999999999d", "1h30m"]) expect(parseDuration(text)).toBeUndefined();
  });

  it("are printed in the largest unit that fits exactly, and read back the same", () => {
    expect([0, 500, 1_500, 30_000, 90_000, 7_200_000, 172_800_000].map(durationText)).toEqual(["0ms", "500ms", "1500ms", "30s", "90s", "2h", "2d"]);
    for (const ms of [0, 1, 1_000, 61_000, 3_600_000]) expect(parseDuration(durationText(ms))).toBe(ms);
  });
});
