import { describe, expect, it } from "vitest";
import { givingWay } from "./give-way.ts";

describe("giving way", () => {
  it("lets a long loop be interrupted by what waits meanwhile", async () => {
    const order: string[] = [];
    setImmediate(() => order.push("somebody else"));
    const next = givingWay(10);
    for (let item = 1; item <= 20; item++) {
      order.push(`item ${item}`);
      await next();
    }
    const at = order.indexOf("somebody else");
    expect([at > 0, at < order.indexOf("item 20")]).toEqual([true, true]);
  });

  it("does not hold up a short one", async () => {
    const order: string[] = [];
    setImmediate(() => order.push("somebody else"));
    const next = givingWay(10);
    expect(next()).toBeUndefined();
    expect(order).toEqual([]);
  });
});
