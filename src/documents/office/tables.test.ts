import { describe, expect, it } from "vitest";
import type { OfficeKind } from "./office.ts";
import { checkedRange, filterTables, readTables, type TableChoice } from "./tables.ts";
import { cellFormats, docxOf, pptxOf, xlsxOf } from "#test/fakes/documents/office-files";
import { withSource } from "#test/fakes/documents/reading";
import { holding } from "#test/matching";

async function tablesIn(kind: OfficeKind, bytes: Buffer, choice: TableChoice = {}): Promise<string[]> {
  const lines: string[] = [];
  await withSource(bytes, (source) =>
    readTables(kind, source, choice, {
      table: ({ number, name, page }) => void lines.push(`${number} ${name ?? "-"} ${page ?? "-"}`),
      row: (cells) => void lines.push(cells.join(",")),
      end: () => void lines.push("."),
      warn: () => undefined,
      progress: () => undefined,
    }),
  );
  return lines;
}

const wordTable = (...rows: string[][]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((text) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`;
const docx = docxOf(
  `${wordTable(["a", "b"], ["1", "2"])}<w:p><w:r><w:t>words</w:t></w:r></w:p>${wordTable(["c", "d", "e"], ["3", "4", "5"], ["6", "7", "8"])}`,
);
const cell = (place: string, value: number, style = 0): string => `<c r="${place}" s="${style}"><v>${value}</v></c>`;
const xlsx = xlsxOf(
  { First: `<row r="2">${cell("A2", 0.5, 1)}${cell("B2", 7)}</row>`, Second: `<row r="1">${cell("A1", 1)}</row>` },
  { "xl/styles.xml": cellFormats([0, 9]) },
);

describe("the tables of a document", () => {
  it("are let through from any reader, with the page they stand on", async () => {
    const lines: string[] = [];
    const found = await filterTables(
      async (out) => {
        out.block({ kind: "page", of: "page", number: 4 });
        out.block({ kind: "paragraph", spans: [{ text: "words" }] });
        out.block({ kind: "table", number: 1, name: "T" });
        for (const cells of [
          ["a", "b"],
          ["c", "d"],
        ])
          out.block({ kind: "row", cells });
        out.block({ kind: "table-end" });
        return { pages: 9, tables: 1 };
      },
      { range: checkedRange("B1:B9") },
      {
        table: ({ number, name, page }) => void lines.push(`${number} ${name} ${page}`),
        row: (cells) => void lines.push(cells.join(",")),
        end: () => void lines.push("."),
        warn: () => undefined,
        progress: () => undefined,
      },
    );
    expect(lines).toEqual(["1 T 4", "b", "d", "."]);
    expect(found).toEqual({ pages: 9, tables: 1 });
  });

  it("come one by one, without the words between them", async () => {
    expect(await tablesIn("docx", docx)).toEqual(["1 - -", "a,b", "1,2", ".", "2 - -", "c,d,e", "3,4,5", "6,7,8", "."]);
  });

  it("can be chosen by number and cut to a range", async () => {
    expect(await tablesIn("docx", docx, { table: 2, range: "B2:C3" })).toEqual(["2 - -", "4,5", "7,8", "."]);
    await expect(tablesIn("docx", docx, { table: 3 })).rejects.toMatchObject({ code: "NoSuchTable", data: { tables: 2 } });
  });

  it("of a workbook are its sheets, with numbers as they are", async () => {
    expect(await tablesIn("xlsx", xlsx)).toEqual(["1 First 1", "0.5,7", ".", "2 Second 2", "1", "."]);
    expect(await tablesIn("xlsx", xlsx, { sheet: "First", range: "A1:C2" })).toEqual(["1 First 1", ",,", "0.5,7,", "."]);
    expect(await tablesIn("xlsx", xlsx, { sheet: "2" })).toEqual(["1 Second 2", "1", "."]);
  });

  it("may be none, which is said", async () => {
    await expect(tablesIn("pptx", pptxOf([""]))).rejects.toMatchObject({ code: "NoSuchTable", data: { tables: 0 } });
  });

  it("cannot be chosen by what they do not have", async () => {
    await expect(tablesIn("docx", docx, { sheet: "1" })).rejects.toMatchObject({ code: "InvalidArgs" });
    await expect(tablesIn("docx", docx, { range: "A:1" })).rejects.toMatchObject({ code: "InvalidArgs", message: holding("A1:D20") });
  });
});
