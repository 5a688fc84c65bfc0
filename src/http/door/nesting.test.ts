import { describe, expect, it } from "vitest";
import { isTooNested, mostNested } from "./nesting.ts";

const nested = (depth: number, open = "[", close = "]"): string => open.repeat(depth) + close.repeat(depth);

describe("how deep JSON is nested", () => {
  it("is counted through lists and objects, up to the limit and not past it", () => {
    expect(isTooNested(nested(mostNested))).toBe(false);
    expect(isTooNested(nested(mostNested + 1))).toBe(true);
    expect(isTooNested(nested(mostNested / 2, '[{"a":', "}]").replace("}", "1}"))).toBe(false);
    expect(isTooNested(nested(mostNested / 2 + 1, '[{"a":', "}]").replace("}", "1}"))).toBe(true);
    expect(isTooNested("[".repeat(200_000))).toBe(true);
  });

  it("is not counted side by side, nor in text", () => {
    expect(isTooNested(JSON.stringify(Array.from({ length: 10_000 }, () => [{}])))).toBe(false);
    expect(isTooNested(JSON.stringify({ content: '\\"'.repeat(1_000) + "[{".repeat(10_000) }))).toBe(false);
    expect(isTooNested(`["\\\\",${nested(mostNested)}]`)).toBe(true);
  });
});
