import { describe, expect, it } from "vitest";
import { readDocx } from "./docx/docx.ts";
import { openOffice } from "./office.ts";
import { readPptx } from "./pptx/pptx.ts";
import { readXlsx } from "./xlsx/xlsx.ts";
import { contentTypes, docxOf, docxParts, packed, pptxOf, relationships, xlsxOf, xlsxParts, type Parts } from "#test/fakes/documents/office-files";
import { linesOf, readAll, withSource } from "#test/fakes/documents/reading";
import { zipOf } from "#test/fakes/documents/zip-writer";
import { holding } from "#test/matching";

const body = "<w:p><w:r><w:t>text</w:t></w:r></w:p>";
const kindOf = (bytes: Buffer): Promise<string> => withSource(bytes, async (source) => (await openOffice(source)).kind);

/** The container of the formats before 2007, as far as anybody looks here: its first bytes and a name in it. */
function older(stream: string): Buffer {
  return Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(1_500_000), Buffer.from(stream, "utf16le"), Buffer.alloc(600)]);
}

describe("an Office package", () => {
  it("is what its main part says", async () => {
    expect(await kindOf(docxOf(body))).toBe("docx");
    expect(await kindOf(pptxOf([""]))).toBe("pptx");
    expect(await kindOf(xlsxOf({ S: "" }))).toBe("xlsx");
  });

  it.each([
    ["docm", "docx", docxParts(body), "/word/document.xml", "application/vnd.ms-word.document.macroEnabled.main+xml"],
    ["dotx", "docx", docxParts(body), "/word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml"],
    ["xlsm", "xlsx", xlsxParts({ S: "" }), "/xl/workbook.xml", "application/vnd.ms-excel.sheet.macroEnabled.main+xml"],
    ["xltx", "xlsx", xlsxParts({ S: "" }), "/xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml"],
  ])("is read the same as %s", async (_, kind, parts, main, type) => {
    expect(await kindOf(packed({ ...parts, "[Content_Types].xml": contentTypes({ [main]: type }) }))).toBe(kind);
  });

  it("is found by the usual names where types and relationships are wrong or missing", async () => {
    const parts = docxParts(body);
    const lines = async (changed: Parts): Promise<string[]> => linesOf(await readAll(packed(changed), readDocx));
    expect(await lines({ ...parts, "[Content_Types].xml": contentTypes({ "/word/document.xml": "image/png" }) })).toEqual(["text"]);
    expect(await lines({ ...parts, "_rels/.rels": relationships({ rId1: ["officeDocument", "../../nowhere.xml"] }) })).toEqual(["text"]);
    const { "_rels/.rels": _rels, "[Content_Types].xml": _types, ...bare } = parts;
    expect(await lines(bare)).toEqual(["text"]);
  });

  it("may keep its document under any name", async () => {
    const parts = docxParts(body);
    const { "word/document.xml": document = "", ...rest } = parts;
    const moved = {
      ...rest,
      "Some/Place.xml": document,
      "_rels/.rels": relationships({ rId1: ["officeDocument", "/some/./x/../place.xml"] }),
      "[Content_Types].xml": contentTypes({ "/Some/Place.xml": "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml" }),
    };
    expect(linesOf(await readAll(packed(moved), readDocx))).toEqual(["text"]);
  });

  it("of another kind than asked for is named", async () => {
    await expect(readAll(xlsxOf({ S: "" }), readDocx)).rejects.toMatchObject({ code: "NotSupported", data: { format: "xlsx" } });
    await expect(readAll(docxOf(body), readPptx)).rejects.toMatchObject({ code: "NotSupported", data: { format: "docx" } });
    await expect(readAll(pptxOf([""]), readXlsx)).rejects.toMatchObject({ code: "NotSupported", data: { format: "pptx" } });
  });

  it("that is binary, of an older format, OpenDocument or no document at all is refused by name", async () => {
    const binary = contentTypes({ "/xl/workbook.bin": "application/vnd.ms-excel.sheet.binary.macroEnabled.main" });
    const xlsb = packed({
      "[Content_Types].xml": binary,
      "_rels/.rels": relationships({ rId1: ["officeDocument", "xl/workbook.bin"] }),
      "xl/workbook.bin": "x",
    });
    await expect(kindOf(xlsb)).rejects.toMatchObject({ code: "NotSupported", data: { format: "xlsb" } });
    await expect(kindOf(older("WordDocument"))).rejects.toMatchObject({ code: "NotSupported", data: { format: "ole" } });
    await expect(kindOf(packed({ "META-INF/manifest.xml": "x", "content.xml": "x" }))).rejects.toMatchObject({
      code: "NotSupported",
      data: { format: "opendocument" },
    });
    await expect(kindOf(packed({ "readme.txt": "x" }))).rejects.toMatchObject({ code: "NotSupported", data: { format: "zip" } });
  });

  it("that needs a password says so, whichever way it was locked", async () => {
    await expect(kindOf(older("EncryptedPackage"))).rejects.toMatchObject({ code: "Encrypted" });
    const locked = Object.entries(docxParts(body)).map(([name, data]) => ({ name, data, isEncrypted: true }));
    await expect(kindOf(zipOf(locked))).rejects.toMatchObject({ code: "Encrypted" });
  });

  it("without its main part is damaged", async () => {
    const { "word/document.xml": _, ...without } = docxParts(body);
    await expect(kindOf(packed(without))).rejects.toMatchObject({ code: "Damaged", message: holding("missing") });
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["words", Buffer.from("just some words")],
    ["a picture", Buffer.from("89504e470d0a1a0a", "hex")],
  ])("is not made of %s", async (_, bytes) => {
    await expect(kindOf(bytes)).rejects.toMatchObject({ code: "Damaged" });
  });
});
