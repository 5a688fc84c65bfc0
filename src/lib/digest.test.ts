import { describe, expect, it } from "vitest";
import { canonicalJson, sha256, subjectDigest } from "./digest.ts";

describe("digest", () => {
  it("of text and of its bytes is the same known sha256", () => {
    const known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    expect(sha256("abc")).toBe(known);
    expect(sha256(new TextEncoder().encode("abc"))).toBe(known);
  });

  it("does not depend on the order in which an object was built, nor on left-out keys", () => {
    expect(canonicalJson({ b: 1, a: [{ d: 1, c: undefined }] })).toBe('{"a":[{"d":1}],"b":1}');
    expect(subjectDigest({ argv: ["git", "push"], directory: "/w" })).toBe(subjectDigest({ directory: "/w", argv: ["git", "push"], detail: undefined }));
  });

  it("survives a way through JSON, hostile keys included", () => {
    const odd: unknown = JSON.parse('{"__proto__":{"b":1,"a":2},"constructor":"x","10":1,"9":2}');
    expect(canonicalJson(JSON.parse(canonicalJson(odd)))).toBe(canonicalJson(odd));
    expect(canonicalJson(odd)).toContain('"__proto__":{"a":2,"b":1}');
  });

  it("changes with every part of a subject, also with the border between two arguments", () => {
    const subjects = [
      undefined,
      {},
      { argv: [] },
      { argv: ["a b"] },
      { argv: ["a", "b"] },
      { argv: ["b", "a"] },
      { argv: ["a", "b"], directory: "/w" },
      { argv: ["a", "b"], environment: ["PATH"] },
      { argv: ["a", "b"], detail: "PATH" },
    ];
    expect(new Set(subjects.map(subjectDigest)).size).toBe(subjects.length);
  });
});
