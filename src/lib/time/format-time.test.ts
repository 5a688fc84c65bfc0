import { expect, it } from "vitest";
import { formatTime } from "./format-time.ts";

it("tells a point in time by date and minute", () => {
  const at = Date.UTC(2025, 2, 4, 14, 31, 59);
  expect(formatTime(at, "UTC")).toBe("2025-03-04 14:31");
  expect(formatTime(at, "Asia/Shanghai")).toBe("2025-03-04 22:31");
});
