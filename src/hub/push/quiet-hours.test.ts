import { describe, expect, it } from "vitest";
import { isQuiet } from "./quiet-hours.ts";

const at = (time: string): number => Date.parse(`2026-03-04T${time}:00Z`);

describe("quiet hours", () => {
  it("go over midnight, and end on the minute", () => {
    const night = { from: 22 * 60, to: 7 * 60, timeZone: "UTC" };
    expect(["21:59", "22:00", "00:00", "06:59", "07:00"].map((time) => isQuiet(night, at(time)))).toEqual([false, true, true, true, false]);
  });

  it("are by the clock of the person, not of the hub", () => {
    const lunch = { from: 12 * 60, to: 13 * 60, timeZone: "Asia/Shanghai" };
    expect([isQuiet(lunch, at("04:30")), isQuiet(lunch, at("12:30"))]).toEqual([true, false]);
  });

  it("of no length, or not set, are none", () => {
    expect([isQuiet(undefined, 0), isQuiet({ from: 60, to: 60, timeZone: "UTC" }, at("01:00"))]).toEqual([false, false]);
  });
});
