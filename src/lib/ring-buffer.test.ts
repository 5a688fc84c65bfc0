import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RingBuffer } from "./ring-buffer.ts";

describe("a ring buffer", () => {
  it("holds the newest of what was put in, hands back what it pushed out, and is empty when it was drained", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.integer()), fc.array(fc.integer()), (capacity, first, second) => {
        const ring = new RingBuffer<number>(capacity);
        for (const items of [first, second]) {
          const out = items.map((item) => ring.push(item)).filter((item) => item !== undefined);
          expect(out).toEqual(items.slice(0, Math.max(0, items.length - capacity)));
          expect(ring.size).toBe(Math.min(capacity, items.length));
          expect(ring.all()).toEqual(items.slice(-capacity));
          expect(ring.drain()).toEqual(items.slice(-capacity));
          expect(ring.size).toBe(0);
        }
      }),
    );
  });
});
