import { describe, expect, it } from "vitest";
import type { Counts, Findings, BlockSource } from "#documents/blocks";
import { readDocx } from "./docx/docx.ts";
import { DocumentFault } from "#documents/fault";
import { readPptx } from "./pptx/pptx.ts";
import { readXlsx } from "./xlsx/xlsx.ts";
import {
  docxOf,
  docxParts,
  namespaces,
  packed,
  pptxOf,
  pptxParts,
  sharedStrings,
  shapeOf,
  xlsxOf,
  xlsxParts,
  type Parts,
} from "#test/fakes/documents/office-files";
import { readAll } from "#test/fakes/documents/reading";
import { repeated, zipOf } from "#test/fakes/documents/zip-writer";
import { holding } from "#test/matching";

type Reader = (source: BlockSource, out: Findings) => Promise<Counts>;

const wordText = "<w:p><w:r><w:t>text</w:t></w:r></w:p>";
const cells = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';

const kinds: readonly (readonly [kind: string, read: Reader, parts: Parts, main: string])[] = [
  ["docx", readDocx, docxParts(wordText), "word/document.xml"],
  ["pptx", readPptx, pptxParts([shapeOf("<a:p><a:r><a:t>text</a:t></a:r></a:p>")]), "ppt/slides/slide1.xml"],
  ["xlsx", readXlsx, xlsxParts({ S: cells }, { "xl/sharedStrings.xml": sharedStrings(["<t>text</t>"]) }), "xl/worksheets/sheet1.xml"],
];

describe.each(kinds)("a hostile %s", (_, read, parts, main) => {
  const others = Object.entries(parts).filter(([name]) => name !== main);
  const entries = others.map(([name, data]) => ({ name, data }));
  const original = String(parts[main]);

  it("that is a bomb of 400 MB ends after a few", async () => {
    const bomb = repeated(400, { before: original.replace(/<\/[^>]*>$/u, ""), pattern: " " });
    const bytes = zipOf([...entries, { name: main, data: bomb }]);
    expect(bytes.length).toBeLessThan(500_000);
    await expect(readAll(bytes, read)).rejects.toMatchObject({ code: "TooLarge" });
  });

  it("with a bomb in its relationships or types ends as soon", async () => {
    for (const name of ["_rels/.rels", "[Content_Types].xml"]) {
      const bytes = zipOf([
        ...Object.entries(parts).flatMap(([part, data]) => (part === name ? [] : [{ name: part, data }])),
        { name, data: repeated(100, { pattern: "<a/>" }) },
      ]);
      await expect(readAll(bytes, read)).rejects.toBeInstanceOf(DocumentFault);
    }
  });

  it("that is an archive of archives is not unpacked twice", async () => {
    const inner = zipOf([{ name: "bomb", data: repeated(100) }]);
    await expect(readAll(packed({ ...parts, [main]: inner }), read)).rejects.toMatchObject({ code: "Damaged" });
    await readAll(packed({ ...parts, "nested/inner.zip": inner }), read);
  });

  it("that declares entities (a billion laughs, a local file) is refused", async () => {
    const laughs = Array.from({ length: 9 }, (__, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("");
    for (const declared of [`<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>`, '<!DOCTYPE x [<!ENTITY l9 SYSTEM "file:///etc/passwd">]>']) {
      const xml = original.replace(/(<\?xml.*?\?>)/u, `$1${declared}`).replace("text", "&l9;");
      await expect(readAll(packed({ ...parts, [main]: xml }), read)).rejects.toMatchObject({ code: "Damaged", message: holding("entities") });
    }
  });

  it("that is nested a million deep is refused", async () => {
    const deep = { before: original.replace(/<\/[^>]*>$/u, ""), pattern: "<a>" };
    await expect(readAll(zipOf([...entries, { name: main, data: repeated(3, deep) }]), read)).rejects.toMatchObject({
      code: "Damaged",
      message: holding("nested"),
    });
  });

  it("that is cut off anywhere is damaged", async () => {
    const whole = packed(parts);
    for (let twentieth = 0; twentieth < 20; twentieth += 1) {
      await expect(readAll(whole.subarray(0, Math.floor((whole.length * twentieth) / 20)), read)).rejects.toMatchObject({ code: "Damaged" });
    }
  });

  it("lacks any one of its parts: it is read without it, or a fault says why not", async () => {
    for (const missing of Object.keys(parts)) {
      const left = Object.fromEntries(Object.entries(parts).filter(([name]) => name !== missing));
      const fault = await readAll(packed(left), read).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(fault === undefined || fault instanceof DocumentFault).toBe(true);
    }
  });

  it("with names that lead elsewhere is read as if they were not there", async () => {
    const strays = ["../../../tmp/evil", "/etc/cron.d/evil", "C:\\evil", "..\\evil"].map((name) => ({ name, data: "evil" }));
    const link = { name: "link", data: "/etc/passwd", isLink: true };
    const usual = await readAll(packed(parts), read);
    expect(await readAll(packed(parts, [...strays, link]), read)).toEqual(usual);
  });
});

describe("a hostile docx", () => {
  it.each([
    [
      "styles that are based on each other",
      { styles: '<w:style w:styleId="a"><w:basedOn w:val="b"/></w:style><w:style w:styleId="b"><w:basedOn w:val="a"/></w:style>' },
    ],
  ])("with %s is read", async (_, { styles }) => {
    const parts = {
      "word/styles.xml": `<w:styles ${namespaces.w}>${styles}</w:styles>`,
      "word/_rels/document.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="x/styles" Target="styles.xml"/></Relationships>`,
    };
    const read = await readAll(docxOf(wordText.replace("<w:p>", '<w:p><w:pPr><w:pStyle w:val="a"/></w:pPr>'), parts), readDocx);
    expect(read.blocks).toHaveLength(1);
  });

  it("with a paragraph without end comes in pieces", async () => {
    const run = `<w:r><w:t>${"x".repeat(10_000)}</w:t></w:r>`;
    const read = await readAll(docxOf(`<w:p>${run.repeat(350)}</w:p>`), readDocx);
    expect(read.blocks.length).toBe(4);
  });

  it("with elements that do not belong together does not keep the rest from being read", async () => {
    const odd = "</w:tc></w:tr></w:tbl>".replaceAll("/", "") + "<w:tc/><w:tr><w:tc><w:gridSpan w:val='-5'/></w:tc></w:tr><w:vMerge/></w:tbl></w:tr></w:tc>";
    const read = await readAll(docxOf(`${odd}<w:r><w:t>loose</w:t></w:r><w:fldChar w:fldCharType="end"/>${wordText}`), readDocx);
    expect(read.blocks.at(-1)).toEqual({ kind: "paragraph", spans: [{ text: "text" }] });
  });
});

describe("a hostile pptx or xlsx", () => {
  it("with a slide of endless paragraphs is bounded", async () => {
    const paragraphs = Array.from({ length: 50_010 }, (_, at) => `<a:p><a:r><a:t>${at}</a:t></a:r></a:p>`).join("");
    const read = await readAll(pptxOf([shapeOf(paragraphs)]), readPptx);
    expect(read.warnings).toEqual(["A slide has more than 50000 paragraphs; the rest was left out."]);
  });

  it("with numbers that are none shows them as they are written", async () => {
    const odd = ["1e999", "-", "NaN", "0x10", " ", "99999999999999999999"].map((value, at) => `<c r="${"ABCDEF"[at]}1"><v>${value}</v></c>`).join("");
    const strings = '<c r="G1" t="s"><v>-1</v></c><c r="H1" t="s"><v>1e9</v></c><c r="I1" s="-3"><v>7</v></c>';
    const read = await readAll(xlsxOf({ S: `<row>${odd}${strings}</row>` }), readXlsx);
    expect(read.blocks[2]).toEqual({ kind: "row", cells: ["1e999", "-", "NaN", "16", " ", "100000000000000000000", "", "", "7"] });
  });

  it("with more rows than a sheet can have is damaged", async () => {
    await expect(readAll(xlsxOf({ S: '<row r="1048576"/><row/>' }), readXlsx)).rejects.toMatchObject({ code: "Damaged" });
  });
});
