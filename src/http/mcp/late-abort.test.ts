import { describe, expect, it } from "vitest";
import { LateAbort } from "./late-abort.ts";

describe("an abort that may come before anybody looks", () => {
  it("is seen by whoever looks later, with its reason", () => {
    const late = new LateAbort();
    late.abort("gone");
    late.abort("gone again");
    expect([late.signal.aborted, late.signal.reason]).toEqual([true, "gone"]);
  });

  it("reaches whoever looked before", () => {
    const late = new LateAbort();
    const { signal } = late;
    expect(signal.aborted).toBe(false);
    late.abort("gone");
    expect([signal.aborted, signal.reason, late.signal]).toEqual([true, "gone", signal]);
  });

  it("says once that somebody looks", () => {
    let looks = 0;
    const late = new LateAbort(() => void looks++);
    late.abort();
    expect(looks).toBe(0);
    expect(late.signal).toBe(late.signal);
    expect(looks).toBe(1);
  });
});
