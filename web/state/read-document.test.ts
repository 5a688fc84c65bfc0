import { describe, expect, it } from "vitest";
import { documentWords } from "#web/words/documents.ts";
import { factsOf } from "./document-facts.ts";
import { fileIn, pathIn } from "./read-document.ts";
import { decoded } from "./read-text.ts";

describe("a line that reads a document", () => {
  it("names the file, however it is written", () => {
    expect(pathIn({ line: 'doc extract --in ".agents/uploads/thr_1/a b.pdf" --mode md' })).toBe(".agents/uploads/thr_1/a b.pdf");
    expect(pathIn({ line: "doc ocr --pages 1-2 --in scans/a.pdf" })).toBe("scans/a.pdf");
    expect(pathIn({ line: 'doc extract --in "a \\"b\\" \\\\c.pdf"' })).toBe('a "b" \\c.pdf');
    expect(pathIn({ line: "doc extract" })).toBe("");
    expect(fileIn(".agents/uploads/thr_1/a b.pdf")).toBe("a b.pdf");
  });
});

describe("what was found in a document", () => {
  it("is told as far as it is known, in both languages", () => {
    const result = { pages: 1, tables: 0, extracted_chars: 34_210, sheets: "many" };
    expect(factsOf(result, documentWords.en)).toEqual(["1 page", "34,210 characters"]);
    expect(factsOf(result, documentWords["zh-CN"])).toEqual(["1 页", "34,210 个字符"]);
    expect(factsOf({}, documentWords.en)).toEqual([]);
  });
});

describe("the bytes of a text", () => {
  it("are read as UTF-8, also when they end inside a character, else as what Chinese programs write", () => {
    const bytes = new TextEncoder().encode("收成");
    expect(decoded(bytes)).toBe("收成");
    expect(decoded(bytes.subarray(0, 5))).toBe("收");
    expect(decoded(Uint8Array.from([0xd6, 0xd0, 0xce, 0xc4]))).toBe("中文");
    expect(decoded(Uint8Array.from([0xff, 0xfe, 0x2d, 0x4e]))).toBe("中");
  });
});
