import { describe, expect, it } from "vitest";
import type { StatisticsWire } from "#protocol/statistics";
import { dayBefore, daysOf, meanOf, seriesOf, sharesBy, sumOf } from "./day-series.ts";

const all: StatisticsWire = {
  from: "2026-02-27",
  to: "2026-03-02",
  days: [
    { day: "2026-02-27", what: "messages", count: 3, total: 0 },
    { day: "2026-03-02", what: "messages", count: 1, total: 0 },
    { day: "2026-03-02", what: "turns", count: 2, total: 9_000 },
  ],
  shares: [
    { by: "agent", key: "idle", name: "idle", what: "turns", count: 1, total: 1_000 },
    { by: "agent", key: "busy", name: "busy", what: "turns", count: 5, total: 8_000 },
    { by: "agent", key: "busy", name: "busy", what: "messages", count: 2, total: 0 },
    { by: "person", key: "per_1", name: null, what: "messages", count: 4, total: 0 },
  ],
};

describe("numbers by day", () => {
  it("have every day, also those on which nothing happened, over the end of a month", () => {
    expect(daysOf(all)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
    expect(seriesOf(all, ({ what, count }) => (what === "messages" ? count : 0)).map(({ value }) => value)).toEqual([3, 0, 0, 1]);
  });

  it("start so many days before today", () => {
    expect(dayBefore(new Date(2026, 2, 1, 12).getTime(), 1)).toBe("2026-02-28");
  });

  it("add up, and have a mean only where there is something to divide", () => {
    expect(sumOf(all.days, "messages")).toEqual({ count: 4, total: 0 });
    expect(meanOf(sumOf(all.days, "turns"))).toBe(4_500);
    expect(meanOf(sumOf(all.days, "answered"))).toBeNull();
  });

  it("name whoever has most of them first", () => {
    expect(sharesBy(all, "agent").map(({ key }) => key)).toEqual(["busy", "idle"]);
    expect(sharesBy(all, "person")).toMatchObject([{ key: "per_1", name: null }]);
  });
});
