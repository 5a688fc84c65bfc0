import { expect, it } from "vitest";
import { moment } from "#lib/moment";

it("tells a point in time by date and minute", () => {
  const at = Date.UTC(2025, 2, 4, 14, 31, 59);
  expect(moment(at, "UTC")).toBe("2025-03-04 14:31");
  expect(moment(at, "Asia/Shanghai")).toBe("2025-03-04 22:31");
});
