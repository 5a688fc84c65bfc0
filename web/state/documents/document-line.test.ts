import { describe, expect, it } from "vitest";
import { inShort } from "./document-line.ts";
import { fileIn, pathIn } from "./read-document.ts";

describe("a line that reads a document", () => {
  it("names the file, however it is written", () => {
    expect(pathIn({ line: 'doc extract --in ".agents/uploads/thr_1/a b.pdf" --mode md' })).toBe(".agents/uploads/thr_1/a b.pdf");
    expect(pathIn({ line: "doc ocr --pages 1-2 --in scans/a.pdf" })).toBe("scans/a.pdf");
    expect(pathIn({ line: 'doc extract --in "a \\"b\\" \\\\c.pdf"' })).toBe('a "b" \\c.pdf');
    expect(pathIn({ line: "doc ocr --in=a.pdf --pages 1-2" })).toBe("a.pdf");
    expect(pathIn({ line: "doc extract" })).toBe("");
    expect(fileIn(".agents/uploads/thr_1/a b.pdf")).toBe("a b.pdf");
  });

  it("is told in short by what it does and the file's name", () => {
    expect(inShort({ line: 'doc extract --in ".agents/uploads/thr_1/a b.pdf" --mode md' })).toEqual({ does: "doc extract", file: "a b.pdf" });
    expect(inShort({ line: "table to-csv --out t.csv --in sheets/s.xlsx" }, true)).toEqual({ does: "table to-csv", file: "s.xlsx" });
    expect(inShort({ line: "doc ocr --in a.pdf --out texts/a.md" })).toEqual({ does: "doc ocr", file: "a.pdf" });
    expect(inShort({ line: "doc ocr --in a.pdf --out texts/a.md" }, true)).toBeNull();
    expect(inShort({ line: "doc extract" })).toBeNull();
    expect(inShort({ line: 'irc send --text "cp --in a/b.pdf"' })).toBeNull();
    expect(inShort({ line: "!!exec doc extract --in a/b.pdf" })).toBeNull();
  });
});
