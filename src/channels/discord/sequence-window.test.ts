import { expect, it } from "vitest";
import { SequenceWindow } from "./sequence-window.ts";

it("counts up to the first event that is not stored, whatever is stored behind it", () => {
  const window = new SequenceWindow(5);
  for (const sequence of [6, 7, 8, 10]) expect(window.take(sequence)).toBe(true);
  expect(window.stored(8, "300")).toBeUndefined();
  expect(window.stored(7, "200")).toBeUndefined();
  expect(window.upTo).toBe(5);
  expect(window.stored(6, "100")).toBe("300");
  // Numbers that Discord left out count as stored.
  expect(window.upTo).toBe(9);
  expect(window.stored(10)).toBeUndefined();
  expect(window.upTo).toBe(10);
});

it("takes nothing twice that is stored or under way", () => {
  const window = new SequenceWindow(5);
  expect([window.take(5), window.take(6), window.take(6), window.take(7)]).toEqual([false, true, false, true]);
  window.stored(7);
  expect([window.take(7), window.take(6)]).toEqual([false, false]);
  window.stored(6);
  window.stored(6);
  expect([window.upTo, window.take(7), window.take(8)]).toEqual([7, false, true]);
});
