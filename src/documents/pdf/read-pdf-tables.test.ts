import { describe, expect, it } from "vitest";
import type { DocumentBlock } from "#documents/blocks";
import { makePdf, ruleFrom, textAt } from "#test/fakes/documents/pdf-files";
import { readAll } from "#test/fakes/documents/reading";
import { readPdfTables } from "./read-pdf-tables.ts";

function tablesOf(blocks: readonly DocumentBlock[]): readonly (readonly (readonly string[])[])[] {
  const tables: (readonly string[])[][] = [];
  for (const block of blocks) {
    if (block.kind === "table") tables.push([]);
    if (block.kind === "row") tables.at(-1)?.push(block.cells);
  }
  return tables;
}

const cellsAt = (top: number, step: number, columns: readonly number[], rows: readonly (readonly string[])[]): string =>
  rows.flatMap((row, i) => row.map((cell, j) => (cell === "" ? "" : textAt(columns[j] ?? 0, top - step * i, cell)))).join("");
const found = async (content: string) => tablesOf((await readAll(makePdf([{ content }]), readPdfTables)).blocks);

describe("tables in a PDF", () => {
  it("with rules are read cell by cell, empty cells and cells of two lines included", async () => {
    const grid = [640, 600, 570, 540].map((y) => ruleFrom(72, y, 372, y)).join("") + [72, 172, 272, 372].map((x) => ruleFrom(x, 540, x, 640)).join("");
    const words =
      cellsAt(625, 14, [78], [["Long"], ["name"]]) +
      cellsAt(615, 30, [178, 278], [["Amount", "City"]]) +
      cellsAt(
        580,
        30,
        [78, 178, 278],
        [
          ["Ada", "", "Bonn"],
          ["Bob", "7", "Rome"],
        ],
      );
    expect(await found(grid + words)).toEqual([
      [
        ["Long name", "Amount", "City"],
        ["Ada", "", "Bonn"],
        ["Bob", "7", "Rome"],
      ],
    ]);
  });

  it("whose rules are thin boxes, as many programs draw them, are the same", async () => {
    const flat = [640, 610, 580].map((y) => `72 ${y} 200 0.8 re f\n`).join("");
    const upright = [72, 172, 272].map((x) => `${x} 580 0.8 60 re f\n`).join("");
    expect(
      await found(
        flat +
          upright +
          cellsAt(
            620,
            30,
            [78, 178],
            [
              ["a", "b"],
              ["c", "d"],
            ],
          ),
      ),
    ).toEqual([
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ]);
  });

  it("without rules are known by columns that stand below each other", async () => {
    const words =
      textAt(72, 700, "A sentence before the table that is as wide as the page.") +
      cellsAt(
        660,
        16,
        [72, 240, 400],
        [
          ["Item", "Count", "Price"],
          ["Apples", "3", "4.50"],
          ["Pears and plums", "12", "8.00"],
        ],
      );
    expect(await found(words)).toEqual([
      [
        ["Item", "Count", "Price"],
        ["Apples", "3", "4.50"],
        ["Pears and plums", "12", "8.00"],
      ],
    ]);
  });

  it("are counted over the whole document, each on its page", async () => {
    const one = {
      content: cellsAt(
        660,
        16,
        [72, 240],
        [
          ["a", "b"],
          ["c", "d"],
          ["e", "f"],
        ],
      ),
    };
    const { blocks, counts } = await readAll(makePdf([one, { content: textAt(72, 700, "none here") }, one]), readPdfTables);
    expect(blocks.filter((block) => block.kind === "table" || block.kind === "page")).toEqual([
      { kind: "page", of: "page", number: 1 },
      { kind: "table", number: 1 },
      { kind: "page", of: "page", number: 3 },
      { kind: "table", number: 2 },
    ]);
    expect(counts).toEqual({ pages: 3, tables: 2 });
  });

  it("are not seen in prose, in two columns of prose, or in a frame around words", async () => {
    const left = Array.from({ length: 8 }, (_unused, i) => textAt(72, 700 - 14 * i, "words of the left column that go on and"));
    const right = Array.from({ length: 8 }, (_unused, i) => textAt(330, 700 - 14 * i, "words of the right column that go on and on"));
    expect(await found(left.join("") + right.join(""))).toEqual([]);
    expect(await found(`72 600 300 100 re S\n${textAt(80, 650, "Only a box around a line")}`)).toEqual([]);
  });
});
