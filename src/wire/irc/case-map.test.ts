import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldName } from "./case-map.ts";

describe("comparing names as a server does", () => {
  it("takes only letters for the same in ascii", () => {
    expect(foldName("#Ab[]\\^Ä", "ascii")).toBe("#ab[]\\^Ä");
  });

  it("takes four signs for capitals of four others in rfc1459", () => {
    expect(foldName("Nick[]\\^", "rfc1459")).toBe("nick{}|~");
  });

  it("leaves the tilde alone in strict-rfc1459", () => {
    expect(foldName("Nick[]\\^", "strict-rfc1459")).toBe("nick{}|^");
  });

  it("is careful with a mapping it does not know", () => {
    expect(foldName("A[", "rfc8265")).toBe("a[");
  });

  it("changes nothing more when it is done twice", () => {
    const mapping = fc.constantFrom("ascii", "rfc1459", "strict-rfc1459");
    fc.assert(
      fc.property(fc.string(), mapping, (name, by) => {
        expect(foldName(foldName(name, by), by)).toBe(foldName(name, by));
      }),
    );
  });
});
