import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { DocumentBlock } from "#documents/blocks";
import { withPdf } from "#documents/pdf/open";
import { renderPage } from "#documents/pdf/render";
import type { DocumentRequest } from "#documents/program/protocol";
import { assemble, makePdf, textAt } from "#test/fakes/documents/pdf-files";
import { readAll, sourceOf } from "#test/fakes/documents/reading";
import { readPicture, readScan } from "./read-pictures.ts";

// Pages are drawn with the fonts that the library has of its own. Chinese is in test/real, where a program with a font draws it.

const english: DocumentRequest = { verb: "ocr", format: "auto", mode: "text", languages: ["eng"] };
const wordsOf = (blocks: readonly DocumentBlock[]): string =>
  blocks.flatMap((block) => ("spans" in block ? block.spans.map(({ text }) => text) : [])).join("\n");
let picture: Uint8Array = new Uint8Array();

beforeAll(async () => {
  using source = sourceOf(
    makePdf([
      { content: textAt(40, 100, "Invoice 4711 is due in May", { size: 18 }) + textAt(40, 60, "Total 98.50 EUR", { size: 18 }), box: [0, 0, 340, 160] },
    ]),
  );
  picture = await withPdf(source, ({ pdfium, handle }) => renderPage(pdfium, pdfium.call.FPDF_LoadPage(handle, 0)) ?? new Uint8Array());
});

describe("the OCR", () => {
  it("reads a picture", async () => {
    const { blocks, counts } = await readAll(picture, (source, out) => readPicture(source, out, { ...english, format: "pnm" }));
    expect(wordsOf(blocks)).toContain("Invoice 4711 is due in May");
    expect(wordsOf(blocks)).toContain("Total 98.50 EUR");
    expect(counts).toEqual({ pages: 1, tables: 0 });
  });

  it("reads the pages of a PDF that are nothing but pictures", async () => {
    const pgm = Buffer.from(picture);
    const [, width = "", height = ""] = /^P5\n(\d+) (\d+)\n255\n/.exec(pgm.toString("latin1", 0, 40)) ?? [];
    const pixels = pgm.subarray(pgm.indexOf("255\n") + 4);
    const scan = assemble(
      [
        { head: "<< /Type /Catalog /Pages 2 0 R >>" },
        { head: "<< /Type /Pages /Count 2 /Kids [3 0 R 6 0 R] >>" },
        { head: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 340 160] /Resources << /XObject << /I 5 0 R >> >> /Contents 4 0 R >>" },
        { head: "", stream: Buffer.from("340 0 0 160 0 0 cm /I Do") },
        { head: `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceGray >>`, stream: pixels },
        { head: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>" },
      ],
      "/Root 1 0 R",
    );
    const { blocks, progress } = await readAll(scan, (source, out) => readScan(source, out, english));
    expect(blocks[0]).toEqual({ kind: "page", of: "page", number: 1 });
    expect(wordsOf(blocks)).toContain("Invoice 4711 is due in May");
    expect(progress.at(-1)).toEqual([2, 2]);
  });

  it("reads a rotated page, with a warning", async () => {
    const words = ["The first line of a letter to read", "Another line that stands below it", "And the last of the three lines"];
    const content = words.map((line, i) => textAt(40, 240 - 40 * i, line, { size: 18 })).join("");
    const pages = [90, 180, 270].map((angle) => ({ content, box: [0, 0, 380, 300] as const, more: `/Rotate ${angle}` }));
    const { blocks, warnings } = await readAll(makePdf(pages), (source, out) => readScan(source, out, english));
    expect(wordsOf(blocks).split("Another line that stands below it")).toHaveLength(4);
    expect(warnings).toEqual([1, 2, 3].map((page) => `Page ${page} was ${page === 2 ? "upside down" : "sideways"} and was rotated before reading.`));
  });

  it("finds no words in noise, and says so", async () => {
    let seed = 7;
    const dots = Buffer.from(Array.from({ length: 300 * 300 }, () => ((seed = (seed * 48_271) % 2_147_483_647) % 7 === 0 ? 0 : 255)));
    const noise = Buffer.concat([Buffer.from("P5\n300 300\n255\n"), dots]);
    const { blocks, warnings } = await readAll(noise, (source, out) => readPicture(source, out, { ...english, format: "pnm" }));
    expect(blocks).toEqual([]);
    expect(warnings).toEqual(["No words could be recognised on page 1; it was skipped. A sharper or larger image may help."]);
  });

  it("returns what it has read of a page that timed out, with a warning, and continues with the next", async () => {
    const lines = (word: string): string =>
      Array.from({ length: 30 }, (_unused, i) => textAt(40, 780 - 24 * i, `The ${word} line of this page`, { size: 14 })).join("");
    const begun: number[] = [];
    const time = () => {
      const page = begun.push(0) - 1;
      // The first page has time for a few looks at the clock, the second as much as it takes.
      return () => page === 0 && (begun[page] = (begun[page] ?? 0) + 1) > 3;
    };
    const { blocks, warnings, progress } = await readAll(makePdf([{ content: lines("early") }, { content: lines("second") }]), (source, out) =>
      readScan(source, out, english, time),
    );
    const count = (word: string): number => wordsOf(blocks).split(`${word} line of this page`).length - 1;
    expect(count("early")).toBeGreaterThan(0);
    expect(count("early")).toBeLessThan(30);
    expect(count("second")).toBe(30);
    expect(warnings).toEqual(["Page 1 took too long to read; the rest of it was left out. Split it into parts and read them separately."]);
    expect(progress).toEqual([
      [0, 2],
      [1, 2],
      [2, 2],
    ]);
  });

  it("says of a picture that cannot be decoded that it is damaged", async () => {
    const broken = Buffer.from(readFileSync(new URL("../../../docs/page.png", import.meta.url)).subarray(0, 60));
    await expect(readAll(broken, (source, out) => readPicture(source, out, { ...english, format: "png" }))).rejects.toMatchObject({ code: "Damaged" });
  });
});
