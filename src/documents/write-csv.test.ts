import { describe, expect, it } from "vitest";
import type { Block } from "./blocks.ts";
import { createBudget, Enough } from "./budget.ts";
import { parseRange } from "./cell-range.ts";
import type { DocumentRequest, Frame } from "./protocol.ts";
import { createCsvWriter } from "./write-csv.ts";

const table = (number: number, name: string | undefined, ...rows: readonly (readonly string[])[]): readonly Block[] => [
  name === undefined ? { kind: "table", number } : { kind: "table", number, name },
  ...rows.map((cells) => ({ kind: "row", cells }) as const),
  { kind: "table-end" },
];

function written(blocks: readonly Block[], request: Pick<DocumentRequest, "table" | "sheet" | "range">, most?: number) {
  const tables: Frame[] = [];
  let csv = "";
  const budget = createBudget(most);
  const writer = createCsvWriter(request, { send: (frame) => void tables.push(frame), csv: (text) => void (csv += text) }, budget);
  let isEnough = false;
  try {
    for (const block of blocks) writer.block(block);
  } catch (cause) {
    if (!(cause instanceof Enough)) throw cause;
    isEnough = true;
  }
  writer.end();
  return { tables, csv, isEnough, isCut: budget.isSpent };
}

const two = [
  { kind: "page", of: "page", number: 4 } as const,
  ...table(1, undefined, ["Name", "Note"], ['say "hi"', "a,b"], ["two\nlines", " x "]),
  { kind: "paragraph", spans: [{ text: "between" }] } as const,
  ...table(2, "Sheet 2", ["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"]),
];

describe("CSV of tables", () => {
  it("quotes what must be quoted, and says which table the lines belong to", () => {
    const { tables, csv } = written(two, {});
    expect(tables).toEqual([
      { kind: "table", number: 1, page: 4 },
      { kind: "table", number: 2, name: "Sheet 2", page: 4 },
    ]);
    expect(csv).toBe('Name,Note\n"say ""hi""","a,b"\n"two\nlines"," x "\n1,2,3\n4,5,6\n7,8,9\n');
  });

  it("takes the table, the sheet and the range that are asked for, and reads no further than it must", () => {
    expect(written(two, { table: 1 })).toMatchObject({ csv: 'Name,Note\n"say ""hi""","a,b"\n"two\nlines"," x "\n', isEnough: true });
    expect(written(two, { sheet: "Sheet 2", range: "B2:C9" }).csv).toBe("5,6\n8,9\n");
    expect(written(two, { table: 2, range: "2:2" }).csv).toBe("4,5,6\n");
    expect(written(two, { table: 2, range: "c:C" }).csv).toBe("3\n6\n9\n");
  });

  it("cuts between rows, never within one", () => {
    expect(written(table(1, undefined, ["ab", "cd"], ["ef", "gh"]), {}, 9)).toMatchObject({ csv: "ab,cd\n", isCut: true });
  });

  it("says when there is no table, or not that one", () => {
    expect(() => written([{ kind: "paragraph", spans: [{ text: "x" }] }], {})).toThrow(expect.objectContaining({ code: "NoTables" }));
    expect(() => written(two, { table: 3 })).toThrow("The document has no table 3; it has 2 tables. They are called Sheet 2.");
    expect(() => written(two, { sheet: "Sheet 9" })).toThrow("The document has no sheet Sheet 9");
  });
});

describe("a range of cells", () => {
  it("is read as spreadsheets write it", () => {
    expect(parseRange("A1:C20")).toEqual({ rows: [0, 19], columns: [0, 2] });
    expect(parseRange(" z:ab ")).toEqual({ rows: [0, Number.POSITIVE_INFINITY], columns: [25, 27] });
    expect(parseRange(undefined)).toEqual({ rows: [0, Number.POSITIVE_INFINITY], columns: [0, Number.POSITIVE_INFINITY] });
  });

  it.each(["A1", "C1:A1", "A0:B2", "A:2", ":", "A1:B", "Sheet!A1:B2", "A5:B1"])("refuses %s", (range) => {
    expect(() => parseRange(range)).toThrow(expect.objectContaining({ code: "InvalidArgs" }));
  });
});
