import { describe, expect, it } from "vitest";
import { dayIn, minuteIn, nextAt } from "./zoned-time.ts";

const at = (text: string): number => Date.parse(text);
const shown = (ms: number): string => new Date(ms).toISOString();

describe("the clock of a zone", () => {
  it("shows its own day and minute", () => {
    expect(dayIn("Asia/Shanghai", at("2026-11-18T18:30:00Z"))).toBe("2026-11-19");
    expect(minuteIn("Asia/Kolkata", at("2026-11-18T18:30:00Z"))).toBe("2026-11-19 00:00");
  });

  it.each([
    ["later today", "UTC", "2026-11-18T08:00:00Z", "9:00", "2026-11-18T09:00:00.000Z"],
    ["tomorrow when it is that time now", "UTC", "2026-11-18T09:00:00Z", "9:00", "2026-11-19T09:00:00.000Z"],
    ["in a zone with half an hour", "Asia/Kolkata", "2026-11-18T08:00:00Z", "9:00", "2026-11-19T03:30:00.000Z"],
    ["the day that the clocks go forward", "Europe/Berlin", "2026-03-28T12:00:00Z", "9:00", "2026-03-29T07:00:00.000Z"],
    ["a time that this day does not have", "Europe/Berlin", "2026-03-28T12:00:00Z", "2:30", "2026-03-29T01:30:00.000Z"],
    ["the first of a time that it has twice", "Europe/Berlin", "2026-10-24T12:00:00Z", "2:30", "2026-10-25T00:30:00.000Z"],
    ["over the end of a year", "America/New_York", "2026-12-31T20:00:00Z", "9:00", "2027-01-01T14:00:00.000Z"],
  ])("finds the next time: %s", (_what, zone, from, time, expected) => {
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    expect(shown(nextAt(zone, at(from), hour, minute))).toBe(expected);
  });
});
