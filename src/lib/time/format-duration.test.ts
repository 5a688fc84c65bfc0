import { expect, it } from "vitest";
import { formatDuration } from "./format-duration.ts";

it.each([
  [-5, "0:00", "0:00"],
  [139_999, "2:19", "2:19"],
  [599_999, "9:59", "9:59"],
  [600_000, "10 min", "10 分钟"],
  [7_199_999, "119 min", "119 分钟"],
  [3 * 3_600_000, "3 h", "3 小时"],
  [5 * 86_400_000, "5 d", "5 天"],
])("tells %d ms as %s", (ms, english, chinese) => {
  expect(formatDuration("en", ms)).toBe(english);
  expect(formatDuration("zh-CN", ms)).toBe(chinese);
});
