import { describe, expect, it } from "vitest";
import { codeSlices } from "./code-slices.ts";
import { codePieces, knowsLanguage } from "./highlight.ts";

describe("code", () => {
  it("is told apart into words, texts and notes, and loses nothing", () => {
    const code = "const a = 'x' // why\nreturn 42\n";
    const pieces = codePieces("ts", code);
    expect(pieces.map(({ text }) => text).join("")).toBe(code);
    const kindOf = (text: string): unknown => pieces.find((piece) => piece.text === text)?.kind;
    expect([kindOf("const"), kindOf("'x'"), kindOf("// why"), kindOf("42")]).toEqual(["keyword", "string", "comment", "number"]);
  });

  it.each(["<img src=x onerror=alert(1)>", "</code><script>alert(1)</script>", "`${alert(1)}`", "\u202Egnp.exe"])("keeps %j as text", (code) => {
    for (const language of ["html", "js", "ts", "xml", "css", "bash"])
      expect(
        codePieces(language, code)
          .map(({ text }) => text)
          .join(""),
      ).toBe(code);
  });

  it("stays plain where it is nested too deep, or would take long", () => {
    const isPlain = (language: string, code: string): boolean => {
      const pieces = codePieces(language, code);
      return pieces.length === 1 && pieces[0]?.text === code && pieces[0].kind === null;
    };
    expect(isPlain("ts", "`${\n".repeat(20_000))).toBe(true);
    expect(isPlain("json", "{\n".repeat(5_000))).toBe(true);
    expect(isPlain("ts", `const a = "${"x".repeat(500)}"`)).toBe(true);
  });

  it("is cut into slices at empty lines, else at any line, and loses nothing", () => {
    const paragraphs = `${"let a = 1;\n".repeat(100)}\n`.repeat(20);
    const cut = codeSlices(paragraphs);
    expect(cut.join("")).toBe(paragraphs);
    expect(cut.length).toBeGreaterThan(5);
    expect(cut.slice(0, -1).every((slice) => slice.endsWith("\n\n"))).toBe(true);
    for (const code of ["x".repeat(50_000), "ab\n".repeat(9_000), "\n".repeat(9_000), ""]) {
      const slices = codeSlices(code);
      expect(slices.join("")).toBe(code);
      expect(slices.every((slice) => slice.length <= 4_000)).toBe(true);
    }
  });

  it("knows common languages by their names, and no others", () => {
    expect(["ts", "Python", "bash", "yaml", "go"].every(knowsLanguage)).toBe(true);
    expect(["", "klingon", "constructor", "__proto__"].some(knowsLanguage)).toBe(false);
  });
});
