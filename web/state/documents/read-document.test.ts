import { describe, expect, it } from "vitest";
import { documentWords } from "#web/words/documents.ts";
import { factsOf, mayBePictures } from "./document-facts.ts";
import { decoded } from "./read-text.ts";

describe("what was found in a document", () => {
  it("is told as far as it is known, in both languages", () => {
    const result = { pages: 1, tables: 0, extracted_chars: 34_210, sheets: "many" };
    expect(factsOf(result, documentWords.en)).toEqual(["1 page", "34,210 characters"]);
    expect(factsOf(result, documentWords["zh-CN"])).toEqual(["1 页", "34,210 个字符"]);
    expect(factsOf({}, documentWords.en)).toEqual([]);
  });
});

describe("a document without text", () => {
  it("is read as pictures where that leads on: not one of Office, and not where the hub has another way", () => {
    const ocr = { hint: "doc ocr --in a" };
    expect(["scan.pdf", "photo.png", "no-ending"].map((path) => mayBePictures(path, ocr))).toEqual([true, true, true]);
    expect(["a.docx", "b.PPTX", "c.xlsm", "d.doc", "e.ppsx"].map((path) => mayBePictures(path, ocr))).toEqual(Array(5).fill(false));
    expect([{ hint: "doc info --in scan.pdf" }, {}, null].map((result) => mayBePictures("scan.pdf", result))).toEqual([false, false, false]);
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
