import { describe, expect, it } from "vitest";
import { readXlsx, type XlsxChoice } from "./xlsx.ts";
import { cellFormats, packed, relationships, sharedStrings, workbookOf, worksheetOf, xlsxOf, xlsxParts, type Parts } from "#test/fakes/documents/office-files";
import { linesOf, readAll } from "#test/fakes/documents/reading";

const row = (at: number, cells: string, attributes = ""): string => `<row r="${at}" ${attributes}>${cells}</row>`;
const n = (place: string, value: string | number, style = 0): string => `<c r="${place}" s="${style}"><v>${value}</v></c>`;
const t = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;

async function linesIn(sheets: Readonly<Record<string, string>>, parts: Parts = {}, choice: XlsxChoice = {}): Promise<string[]> {
  return linesOf(await readAll(xlsxOf(sheets, parts), (source, out) => readXlsx(source, out, choice)));
}

describe("sheets of an xlsx", () => {
  it("come in the order of the workbook with their names, hidden ones marked", async () => {
    const parts = {
      "xl/workbook.xml": workbookOf('<sheet name="数据" r:id="rId2"/><sheet name="H" state="veryHidden" r:id="rId1"/>'),
    };
    expect(await linesIn({ a: row(1, t("A1", "one")), b: row(1, t("A1", "two")) }, parts)).toEqual([
      "== sheet 1 数据",
      "[table 1 数据",
      "|two|",
      "]",
      "== sheet 2 H (hidden)",
      "[table 2 H",
      "|one|",
      "]",
    ]);
  });

  it("are named as hidden beside their values, where no heading says so", async () => {
    const parts = { "xl/workbook.xml": workbookOf('<sheet name="Seen" r:id="rId1"/><sheet name="H" state="hidden" r:id="rId2"/>') };
    const file = xlsxOf({ a: row(1, t("A1", "one")), b: row(1, t("A1", "two")) }, parts);
    expect((await readAll(file, (source, out) => readXlsx(source, out, { numbers: "exact" }))).warnings).toEqual(["Sheet H is hidden in the workbook."]);
  });

  it("have texts of their own and shared ones, runs joined, reading aids left out, escapes undone", async () => {
    const strings = sharedStrings([
      "<t>plain</t>",
      "<r><t>ri</t></r><r><rPr/><t>ch</t></r>",
      '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr/>',
      "<t>a_x000A_b_x005F_</t>",
    ]);
    const cells = [0, 1, 2, 3, 99].map((at) => `<c r="${"ABCDE"[at > 4 ? 4 : at]}1" t="s"><v>${at}</v></c>`).join("");
    const inline = '<c r="F1" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c><c r="G1" t="str"><f>A1&amp;B1</f><v>made</v></c>';
    expect(await linesIn({ S: row(1, cells + inline) }, { "xl/sharedStrings.xml": strings })).toEqual([
      "== sheet 1 S",
      "[table 1 S",
      "|plain|rich|東京|a\nb_||inline|made|",
      "]",
    ]);
  });

  it("have numbers as they are shown, without the noise of floating point; formulas give what was last computed, 0 too", async () => {
    const formats = cellFormats([0, 2, 10, "yyyy-mm-dd", "#,##0.00", '"$"#,##0.00;[Red]\\-"$"#,##0.00', "h:mm", "[h]:mm:ss", "yyyy/m/d h:mm", 14]);
    const cells = [
      n("A1", "0.30000000000000004"),
      n("B1", "3.14159", 1),
      n("C1", "0.1234", 2),
      n("D1", "45352", 3),
      n("E1", "1234567.5", 4),
      n("F1", "-1234.5", 5),
      n("G1", "0.5", 6),
      n("H1", "1.5", 7),
      n("I1", "45352.75", 8),
      n("J1", "60", 9),
      '<c r="K1"><f>1-1</f><v>0</v></c>',
      '<c r="L1" t="b"><v>1</v></c><c r="M1" t="b"><v>0</v></c><c r="N1" t="e"><v>#DIV/0!</v></c><c r="O1" t="d"><v>2024-03-01T00:00:00</v></c>',
    ];
    const parts = { "xl/styles.xml": formats };
    const shown = "|0.3|3.14|12.34%|2024-03-01|1,234,567.50|-$1,234.50|12:00:00|36:00:00|2024-03-01 18:00:00|1900-02-29|0|TRUE|FALSE|#DIV/0!|2024-03-01|";
    expect((await linesIn({ S: row(1, cells.join("")) }, parts))[2]).toBe(shown);
    const exact = "|0.3|3.14159|0.1234|2024-03-01|1234567.5|-1234.5|12:00:00|36:00:00|2024-03-01 18:00:00|1900-02-29|0|TRUE|FALSE|#DIV/0!|2024-03-01|";
    expect((await linesIn({ S: row(1, cells.join("")) }, parts, { numbers: "exact" }))[2]).toBe(exact);
  });

  it("show a formula that nothing was computed for, with a warning, and not one whose value is an empty text", async () => {
    const cells = '<c r="A1"><v>1</v></c><c r="B1"><f>A1+1</f></c><c r="C1"><f>A1&lt;2</f><v></v></c><c r="D1"><f t="shared" si="0"/></c>';
    const empty = '<c r="E1" t="str"><f>IF(A1,"","x")</f><v></v></c><c r="F1"><f>A1</f><v>7</v></c>';
    const read = await readAll(xlsxOf({ S: row(1, cells + empty) }), readXlsx);
    expect(linesOf(read)[2]).toBe("|1|=A1+1|=A1<2|=…||7|");
    expect(read.warnings).toEqual(["Sheet S has formulas without computed values; the formulas are shown instead."]);
  });

  it("count days from 1904 where the workbook does", async () => {
    const parts = {
      "xl/styles.xml": cellFormats(["yyyy-mm-dd"]),
      "xl/workbook.xml": workbookOf('<sheet name="S" r:id="rId1"/>', '<workbookPr date1904="1"/>'),
    };
    expect((await linesIn({ S: row(1, n("A1", 0) + n("B1", 43890)) }, parts))[2]).toBe("|1904-01-01|2024-03-01|");
  });

  it("keep what is apart apart, and leave out what is blank around it", async () => {
    const data = row(1, "") + row(3, t("B3", "head") + '<c r="F3" s="1"/>') + row(5, t("A5", "x") + t("D5", "y")) + row(9, '<c r="A9"/>');
    expect(await linesIn({ S: data })).toEqual(["== sheet 1 S", "[table 1 S", "||head|||", "|||||", "|x|||y|", "]"]);
  });

  it("are read without references too", async () => {
    const bare = "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>";
    expect(await linesIn({ S: bare })).toEqual(["== sheet 1 S", "[table 1 S", "|1|2|", "|3||", "]"]);
  });

  it("shorten long runs of blank rows, and say so", async () => {
    const read = await readAll(xlsxOf({ S: row(1, n("A1", 1)) + row(1_000_000, n("A1000000", 2)) }), readXlsx);
    expect(linesOf(read)).toEqual(["== sheet 1 S", "[table 1 S", "|1|", "||", "|2|", "]"]);
    expect(read.warnings).toEqual(["Sheet S has more than 100 blank rows in a row; they are shown as one."]);
  });

  it("are bounded in width, and in what blank cells may cost", async () => {
    const read = await readAll(xlsxOf({ S: row(1, n("A1", 1) + n("XFD1", 2)) }), readXlsx);
    expect(read.warnings).toEqual(["Sheet S has more than 4096 columns; the rest were left out."]);
    const spread = Array.from({ length: 20_000 }, (_, at) => row(at + 1, n(`FAA${at + 1}`, 1))).join("");
    await expect(readAll(xlsxOf({ S: spread }), readXlsx)).rejects.toMatchObject({ code: "TooLarge", data: { unit: "cells" } });
  });

  it("have their links after their cells", async () => {
    const sheet = worksheetOf(
      `<sheetData>${row(1, t("A1", "site"))}</sheetData><hyperlinks><hyperlink ref="A1" r:id="rId1"/><hyperlink ref="B2" location="Other!A1"/></hyperlinks>`,
    );
    const parts = {
      "xl/worksheets/sheet1.xml": sheet,
      "xl/worksheets/_rels/sheet1.xml.rels": relationships({ rId1: ["hyperlink", "https://example.org", "External"] }),
    };
    expect(await linesIn({ S: "" }, parts)).toEqual(["== sheet 1 S", "[table 1 S", "|site|", "]", "- A1<https://example.org>", "- B2<#Other!A1>"]);
  });

  it("say that hidden rows are among them, and which sheets are no tables", async () => {
    const rels = relationships({ rId1: ["worksheet", "worksheets/sheet1.xml"], rId2: ["chartsheet", "chartsheets/sheet1.xml"] });
    const parts = { "xl/workbook.xml": workbookOf('<sheet name="S" r:id="rId1"/><sheet name="C" r:id="rId2"/>'), "xl/_rels/workbook.xml.rels": rels };
    const read = await readAll(xlsxOf({ S: row(1, n("A1", 1), 'hidden="1"') }, parts), readXlsx);
    expect(read.warnings).toEqual([
      "Sheet C is not a worksheet (a chart, a dialog or macros) and was left out.",
      "Sheet S has hidden rows or columns; they are included.",
    ]);
    expect(read.counts).toEqual({ sheets: 1, tables: 1 });
  });

  it("may be blank or missing", async () => {
    expect(await linesIn({ S: "" })).toEqual(["== sheet 1 S"]);
    const { "xl/worksheets/sheet1.xml": _, ...without } = xlsxParts({ S: "" });
    expect((await readAll(packed(without), readXlsx)).warnings).toEqual(["Sheet S is missing from the file."]);
  });
});

describe("a choice of an xlsx", () => {
  const sheets = {
    First: row(1, t("A1", "f")),
    "2": row(1, t("A1", "named two")),
    Third: [1, 2, 3, 4].map((at) => row(at, n(`A${at}`, at) + n(`B${at}`, at * 10) + n(`C${at}`, at * 100))).join(""),
  };

  it("is a sheet by its name before its number", async () => {
    expect(await linesIn(sheets, {}, { sheet: "2" })).toContain("|named two|");
    expect(await linesIn(sheets, {}, { sheet: "third" })).toContain("|1|10|100|");
    expect(await linesIn(sheets, {}, { sheet: "3" })).toContain("|1|10|100|");
    await expect(linesIn(sheets, {}, { sheet: "Fourth" })).rejects.toMatchObject({ code: "NoSuchTable", data: { known: "2, First, Third" } });
  });

  it("is a range, exactly as wide as asked, and stops behind it", async () => {
    const range = { from: { row: 2, column: 2 }, to: { row: 3, column: 5 } };
    expect(await linesIn(sheets, {}, { sheet: "Third", range })).toEqual(["== sheet 3 Third", "[table 1 Third", "|20|200|||", "|30|300|||", "]"]);
  });
});

describe("a large xlsx", () => {
  it("comes row by row: what is held does not grow with the sheet", async () => {
    const data = Array.from({ length: 20_000 }, (_, at) => row(at + 1, n(`A${at + 1}`, at) + t(`B${at + 1}`, `text ${at}`) + n(`C${at + 1}`, at / 7))).join("");
    let rows = 0;
    let firstRowAt = -1;
    const steps: number[] = [];
    await readAll(xlsxOf({ S: data }), (source, out) =>
      readXlsx(source, {
        ...out,
        block: (block) => {
          if (block.kind !== "row") return;
          rows += 1;
          if (firstRowAt < 0) firstRowAt = steps.length;
        },
        progress: (done, total = 1) => void steps.push(done / total),
      }),
    );
    expect(rows).toBe(20_000);
    expect(firstRowAt).toBeLessThan(2);
    expect(steps.at(-1)).toBe(1);
  });
});
