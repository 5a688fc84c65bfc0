import { expect, it } from "vitest";
import { filterQuery, noFilter } from "./search-filter.ts";

it("asks the hub for what was chosen, and for nothing else", () => {
  expect(filterQuery(noFilter)).toBe("");
  expect(filterQuery({ ...noFilter, thread: "thr_1", author: "per a", hasFile: true })).toBe("&thread_id=thr_1&author=per+a&has_file=true");
});

it("searches the last day to its end, in local time, and ignores what is no day", () => {
  const query = new URLSearchParams(filterQuery({ ...noFilter, from: "2026-03-04", to: "2026-03-31" }));
  expect([query.get("since"), query.get("until")]).toEqual([new Date(2026, 2, 4).toISOString(), new Date(2026, 3, 1).toISOString()]);
  expect(filterQuery({ ...noFilter, from: "yesterday", to: "2026-13-99x" })).toBe("");
});
