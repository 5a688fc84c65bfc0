import { describe, expect, it } from "vitest";
import { sortableIds } from "#lib/sortable-id";

describe("sortable ids", () => {
  it("sort by time, and by the order they were made within one millisecond", () => {
    let now = 1_000;
    const next = sortableIds(() => now);
    const made = Array.from({ length: 200 }, (_, i) => {
      if (i % 50 === 0) now += 1;
      return next();
    });
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(200);
  });

  it("keep sorting when the clock steps back", () => {
    let now = 5_000;
    const next = sortableIds(() => now);
    const first = next();
    now = 4_000;
    expect(next() > first).toBe(true);
  });
});
