import { describe, expect, it } from "vitest";
import { dueByNow, following, parseWhen } from "./parse-when.ts";
import { defined } from "#lib/defined";

const now = Date.parse("2026-11-18T08:00:00Z");
const hour = 3_600_000;
const every = (when: string, zone?: string) => parseWhen({ kind: "every", when, prompt: "x", ...defined({ zone }) }, "UTC", now, "en");

describe("when a prompt is said", () => {
  it("is a time of day, there or here, or a span", () => {
    expect(every("09:00").dueAt - now).toBe(hour);
    expect(every("9:00", "Asia/Shanghai").dueAt - now).toBe(17 * hour);
    expect(every("2h")).toEqual({ when: { kind: "every", everyMs: 2 * hour }, dueAt: now + 2 * hour });
    expect(parseWhen({ kind: "in", when: "90m", prompt: "x" }, "UTC", now, "en")).toEqual({ when: { kind: "once" }, dueAt: now + 1.5 * hour });
  });

  it.each([["25:00"], ["09:60"], ["soon"], ["1m"], ["500d"], [""]])("is not %j", (when) => {
    expect(() => every(when)).toThrow(expect.objectContaining({ code: "InvalidArgs" }) as Error);
  });

  it("is in no zone that is none, and in no span that is none", () => {
    expect(() => every("09:00", "Mars/Base")).toThrow(expect.objectContaining({ code: "InvalidArgs" }) as Error);
    for (const when of ["09:00", "2y", "0s"])
      expect(() => parseWhen({ kind: "in", when, prompt: "x" }, "UTC", now, "en")).toThrow(expect.objectContaining({ code: "InvalidArgs" }) as Error);
  });

  it("comes again after what was passed, counted", () => {
    const daily = { kind: "daily", hour: 9, minute: 0, zone: "UTC" } as const;
    expect(following(daily, now, now + 49 * hour)).toEqual({ dueAt: now + 73 * hour, passed: 4 });
    expect(following({ kind: "every", everyMs: hour }, now, now + 2.5 * hour)).toEqual({ dueAt: now + 3 * hour, passed: 3 });
    expect(following({ kind: "once" }, now, now)).toBeUndefined();
  });

  it("comes again on the same day as if every day had been looked at, over years and changes of the clock", () => {
    const daily = { kind: "daily", hour: 2, minute: 30, zone: "Europe/Berlin" } as const;
    const first = Date.parse("2026-01-05T01:30:00Z");
    for (const days of [1, 2, 3, 82, 83, 84, 85, 292, 293, 294, 295, 400, 20_000]) {
      const now = first + days * 24 * hour + 7 * hour;
      const { dueAt, passed } = following(daily, first, now) ?? { dueAt: 0, passed: 0 };
      expect(passed).toBe(days + 1);
      expect(dueAt).toBeGreaterThan(now);
      expect(dueAt - now).toBeLessThanOrEqual(24 * hour);
    }
  });

  it("is said once a day where the clock is set forward over it, and where it is shown twice", () => {
    const daily = { kind: "daily", hour: 2, minute: 30, zone: "Europe/Berlin" } as const;
    const runs = (from: string, count: number): readonly string[] => {
      let at = Date.parse(from);
      return Array.from({ length: count }, () => new Date((at = following(daily, at, at)?.dueAt ?? 0)).toISOString());
    };
    expect(runs("2026-03-28T01:30:00Z", 2)).toEqual(["2026-03-29T01:30:00.000Z", "2026-03-30T00:30:00.000Z"]);
    expect(runs("2026-10-24T00:30:00Z", 2)).toEqual(["2026-10-25T00:30:00.000Z", "2026-10-26T01:30:00.000Z"]);
  });

  it("follows a clock that is set back, and is not said twice for it", () => {
    const daily = { kind: "daily", hour: 9, minute: 0, zone: "UTC" } as const;
    expect(dueByNow({ when: daily, at: now, dueAt: now + 365 * 24 * hour + hour }, now)).toBe(now + hour);
    expect(dueByNow({ when: daily, at: now, dueAt: now + 25 * hour }, now)).toBe(now + 25 * hour);
    expect(dueByNow({ when: { kind: "every", everyMs: hour }, at: now, dueAt: now + 9 * hour }, now)).toBe(now + hour);
    expect(dueByNow({ when: { kind: "once" }, at: now + 9 * hour, dueAt: now + 10 * hour }, now)).toBe(now + hour);
    expect(dueByNow({ when: { kind: "once" }, at: now - hour, dueAt: now + hour }, now)).toBe(now + hour);
  });
});
