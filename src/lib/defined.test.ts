import { describe, expect, expectTypeOf, it } from "vitest";
import { defined } from "./defined.ts";

describe("defined", () => {
  it("leaves out what has no value, and nothing else", () => {
    expect(Object.keys(defined({ a: undefined, b: null, c: 0, d: "", e: false }))).toEqual(["b", "c", "d", "e"]);
  });

  it("makes properties that are there or not there, never undefined", () => {
    const name = "x" as string | undefined;
    const made: { readonly id: number; readonly name?: string } = { id: 1, ...defined({ name }) };
    expect(made).toEqual({ id: 1, name: "x" });
    expectTypeOf(defined({ name })).toEqualTypeOf<{ name?: string }>();
  });
});
