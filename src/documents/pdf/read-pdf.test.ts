import { describe, expect, it } from "vitest";
import { holding } from "#test/matching";
import { OutputLimitReached } from "#documents/write/budget";
import { assemble, chineseAt, makePdf, ruleFrom, textAt } from "#test/fakes/documents/pdf-files";
import { linesOf, readAll, sourceOf } from "#test/fakes/documents/reading";
import { readPdf } from "./read-pdf.ts";

const text = (...pages: readonly string[]): Uint8Array => makePdf(pages.map((content) => ({ content })));
const lines = (from: number, step: number, ...words: readonly string[]): string => words.map((line, i) => textAt(72, from - i * step, line)).join("");

describe("the text of a PDF", () => {
  it("comes page by page, with what is known of each", async () => {
    const found = await readAll(text(textAt(72, 700, "One"), "", textAt(72, 700, "Three")), readPdf);
    expect(found.blocks).toEqual([
      { kind: "page", of: "page", number: 1 },
      { kind: "paragraph", spans: [{ text: "One" }] },
      { kind: "page", of: "page", number: 3 },
      { kind: "paragraph", spans: [{ text: "Three" }] },
    ]);
    expect(found.counts).toEqual({ pages: 3, tables: 0 });
    expect(found.progress).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
  });

  it("joins the lines of a paragraph, mends words that a line's end cut in two, and keeps lines that were ended on purpose", async () => {
    const page =
      lines(
        700,
        14,
        "A paragraph that runs on over more than one line is put to-",
        "gether again, so that whoever reads it sees whole sentences",
        "and not the lines of a page.",
      ) + lines(600, 14, "Jane Doe", "12 Long Street in a town with a long name", "Springfield");
    expect((await readAll(text(page), readPdf)).blocks.slice(1)).toEqual([
      {
        kind: "paragraph",
        spans: [
          {
            text: "A paragraph that runs on over more than one line is put together again, so that whoever reads it sees whole sentences and not the lines of a page.",
          },
        ],
      },
      { kind: "paragraph", spans: [{ text: "Jane Doe\n12 Long Street in a town with a long name\nSpringfield" }] },
    ]);
  });

  it("keeps the raised number of a note right behind its word, and the line that goes on after it in one piece", async () => {
    const mark = (x: number, y: number, number: string): string => textAt(x, y + 4.6, number, { size: 7 });
    const page =
      textAt(72, 700, "A sentence that carries a note") +
      mark(231.4, 700, "1") +
      textAt(238.6, 700, "in its middle and ends the line with one") +
      mark(444.7, 700, "2") +
      lines(686, 14, "goes on below, where it is so long that it fills the line to its other end,") +
      textAt(72, 672, "then ends") +
      mark(124.7, 672, "3") +
      textAt(128.6, 672, ".") +
      mark(72, 100, "1") +
      textAt(80, 100, "The first note.") +
      mark(72, 86, "2") +
      textAt(80, 86, "The second note.");
    expect(linesOf(await readAll(text(page), readPdf)).slice(1)).toEqual([
      "A sentence that carries a note1 in its middle and ends the line with one2 goes on below, where it is so long that it fills the line to its other end, then ends3.",
      "1 The first note.\n2 The second note.",
    ]);
  });

  it("reads Chinese in a font that is not embedded, without spaces between the lines", async () => {
    const page = chineseAt(72, 700, "第一季度的收入比去年同期增长了百分之十二，", 12) + chineseAt(72, 684, "成本保持不变。", 12);
    expect((await readAll(text(page), readPdf)).blocks[1]).toEqual({
      kind: "paragraph",
      spans: [{ text: "第一季度的收入比去年同期增长了百分之十二，成本保持不变。" }],
    });
  });

  it("takes what is larger than the rest for headings, and what begins with a mark for items", async () => {
    const page =
      textAt(72, 760, "The whole", { size: 24 }) +
      textAt(72, 720, "A part", { size: 16 }) +
      lines(690, 14, "Plain words that are as large as most of the words are.") +
      lines(660, 14, "\x95 first", "\x95 second", "- third") +
      lines(600, 14, "1. one", "2. two") +
      lines(550, 14, "1984. It was a year.");
    const kinds = (await readAll(text(page), readPdf)).blocks
      .slice(1)
      .map((block) => ("spans" in block ? [block.kind, "level" in block ? block.level : "mark" in block ? block.mark : "", block.spans[0]?.text] : []));
    expect(kinds).toEqual([
      ["heading", 1, "The whole"],
      ["heading", 3, "A part"],
      ["paragraph", "", "Plain words that are as large as most of the words are."],
      ["item", "", "first"],
      ["item", "", "second"],
      ["item", "", "third"],
      ["item", "1.", "one"],
      ["item", "2.", "two"],
      ["paragraph", "", "1984. It was a year."],
    ]);
  });

  it("keeps where links lead", async () => {
    const link = "<< /Type /Annot /Subtype /Link /Rect [96 696 124 712] /Border [0 0 0] /A << /S /URI /URI (https://example.org/a?b=1) >> >>";
    const pdf = makePdf([{ content: textAt(72, 700, "See there for more."), more: "/Annots [12 0 R]" }], { extra: [{ head: link }] });
    expect((await readAll(pdf, readPdf)).blocks[1]).toEqual({
      kind: "paragraph",
      spans: [{ text: "See " }, { text: "there", link: "https://example.org/a?b=1" }, { text: " for more." }],
    });
  });

  it("puts a ruled table in the place of its words", async () => {
    const cells = [
      ["Name", "Amount"],
      ["Ada Lovelace", "12.50"],
      ["Bob", "3"],
    ].flatMap((row, i) => row.map((cell, j) => textAt(80 + 150 * j, 605 - 20 * i, cell)));
    const grid = [620, 600, 580, 560].map((y) => ruleFrom(72, y, 372, y)).join("") + [72, 222, 372].map((x) => ruleFrom(x, 560, x, 620)).join("");
    const found = await readAll(text(textAt(72, 700, "Before.") + cells.join("") + grid + textAt(72, 500, "After.")), readPdf);
    expect(found.blocks.slice(1)).toEqual([
      { kind: "paragraph", spans: [{ text: "Before." }] },
      { kind: "table", number: 1 },
      { kind: "row", cells: ["Name", "Amount"] },
      { kind: "row", cells: ["Ada Lovelace", "12.50"] },
      { kind: "row", cells: ["Bob", "3"] },
      { kind: "table-end" },
      { kind: "paragraph", spans: [{ text: "After." }] },
    ]);
    expect(found.counts.tables).toBe(1);
  });

  it("is read only of the pages that are asked for", async () => {
    const pdf = text(...[1, 2, 3, 4, 5].map((n) => textAt(72, 700, `Page ${n}`)));
    const some = await readAll(pdf, (source, out) => readPdf(source, out, { from: 2, to: 3 }));
    expect(some.blocks.map((block) => (block.kind === "page" ? block.number : ""))).toEqual([2, "", 3, ""]);
    const rest = await readAll(pdf, (source, out) => readPdf(source, out, { from: 4, to: 99 }));
    expect(rest.blocks).toHaveLength(4);
    await expect(readAll(pdf, (source, out) => readPdf(source, out, { from: 6, to: 6 }))).rejects.toMatchObject({
      code: "InvalidArgs",
      message: holding("has 5 pages"),
    });
  });

  it("ends when the one who listens has enough", async () => {
    using source = sourceOf(text(...Array<string>(50).fill(textAt(72, 700, "words"))));
    let seen = 0;
    const enough = (): void => {
      if (++seen === 5) throw new OutputLimitReached();
    };
    await expect(readPdf(source, { block: enough, warn: () => {}, progress: () => {} })).rejects.toThrow(OutputLimitReached);
    expect(seen).toBe(5);
  });
});

describe("a PDF that cannot be read", () => {
  it("because it wants a password says so", async () => {
    const key = "<28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a>";
    const locked = makePdf([{ content: textAt(72, 700, "secret") }], {
      extra: [{ head: `<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O ${key} /U ${key} >>` }],
      trailer: "/Encrypt 12 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]",
    });
    await expect(readAll(locked, readPdf)).rejects.toMatchObject({ code: "Encrypted", message: holding("password") });
  });

  it("because it has no pages says so", async () => {
    const none = assemble([{ head: "<< /Type /Catalog /Pages 2 0 R >>" }, { head: "<< /Type /Pages /Count 0 /Kids [] >>" }], "/Root 1 0 R");
    await expect(readAll(none, readPdf)).rejects.toMatchObject({ code: "NoPages" });
  });

  it("because it is cut off or garbage says so", async () => {
    const whole = text(textAt(72, 700, "words"));
    await expect(readAll(whole.subarray(0, 300), readPdf)).rejects.toMatchObject({ code: "Damaged" });
    await expect(readAll("%PDF-1.7\nnothing of the kind", readPdf)).rejects.toMatchObject({ code: "Damaged" });
  });

  it("is read as far as it goes when only its table of objects is lost, with a warning", async () => {
    const whole = Buffer.from(text(textAt(72, 700, "words that are left")));
    const found = await readAll(whole.subarray(0, whole.lastIndexOf("xref\n0")), readPdf).catch((cause: unknown) => cause);
    expect(found).toMatchObject({ code: "Damaged" });
    const mended = await readAll(Buffer.from(whole.toString("latin1").replace(/startxref\n\d+/, "startxref\n7"), "latin1"), readPdf);
    expect(mended.blocks[1]).toEqual({ kind: "paragraph", spans: [{ text: "words that are left" }] });
    expect(mended.warnings).toEqual([holding("The PDF is damaged")]);
  });
});
