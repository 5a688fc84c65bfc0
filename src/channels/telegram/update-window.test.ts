import { describe, expect, it } from "vitest";
import { UpdateWindow } from "./update-window.ts";

describe("the updates that are under way", () => {
  it("are confirmed up to the first that is not stored, and each is taken once", () => {
    const window = new UpdateWindow();
    expect(window.offset).toBeUndefined();
    expect(window.take([10, 11, 14])).toEqual([10, 11, 14]);
    window.stored(11);
    expect(window.offset).toBe(10);
    expect(window.take([10, 11, 14, 15], 10)).toEqual([15]);
    window.stored(10);
    expect(window.offset).toBe(14);
    window.stored(14);
    window.stored(15);
    expect(window.offset).toBe(16);
  });

  it("are not taken again from the answer to a poll that went out before they were stored", () => {
    const window = new UpdateWindow();
    window.take([10, 11]);
    const sent = window.offset;
    window.stored(10);
    window.stored(11);
    expect(window.take([10, 11], sent)).toEqual([]);
    expect(window.take([12], window.offset)).toEqual([12]);
  });

  it("are taken again when they could not be stored", () => {
    const window = new UpdateWindow();
    window.take([10, 11]);
    window.failed(10);
    window.stored(11);
    expect([window.hasFailed, window.offset, window.take([10, 11], 10)]).toEqual([true, 10, [10]]);
    expect(window.hasFailed).toBe(false);
  });

  it("are given up when they fail again and again while all others can be stored, and only then", () => {
    const window = new UpdateWindow();
    window.take([10, 11, 12]);
    for (let i = 0; i < 20; i++) window.failed(10);
    window.stored(11);
    expect(window.giveUp([10, 11, 12])).toBeUndefined();
    window.stored(12);
    expect(window.giveUp([11, 12])).toBeUndefined();
    expect(window.giveUp([10, 11, 12])).toBe(10);
    expect(window.offset).toBe(13);
  });

  it("may begin anew with a lower number, as after a week of silence", () => {
    const window = new UpdateWindow();
    window.take([900]);
    window.stored(900);
    expect(window.take([5], window.offset)).toEqual([5]);
    window.stored(5);
    expect(window.offset).toBe(6);
  });
});
