import { describe, expect, it } from "vitest";
import { makePdf, textAt } from "#test/fakes/documents/pdf-files";
import { linesOf, readAll } from "#test/fakes/documents/reading";
import { readPdf } from "./read-pdf.ts";

const shown = async (content: string): Promise<readonly string[]> => linesOf(await readAll(makePdf([{ content }]), readPdf)).slice(1);
const rowAt = (y: number, ...cells: readonly string[]): string => cells.map((cell, i) => textAt([72, 260, 400][i] ?? 0, y, cell)).join("");
const prose = (y: number): string => textAt(72, y, "A sentence that goes from one margin of the page nearly to the other one.");

describe("rows without rules", () => {
  it("are a table where table to-csv would find one, and never run into what follows", async () => {
    const rows = [
      ["Item", "Count", "Price"],
      ["Apples, red", "10", "1.50"],
      ["Banana bread with nuts", "2", "12.00"],
      ["Total", "12"],
    ];
    const content = prose(700) + rows.map((row, i) => rowAt(670 - 15 * i, ...row)).join("") + textAt(72, 609, "Due in May.") + textAt(72, 594, "Thank you.");
    expect(await shown(content)).toEqual([
      "A sentence that goes from one margin of the page nearly to the other one.",
      "[table 1",
      "|Item|Count|Price|",
      "|Apples, red|10|1.50|",
      "|Banana bread with nuts|2|12.00|",
      "|Total|12||",
      "]",
      "Due in May.\nThank you.",
    ]);
  });

  it("stay lines with tabs where they are too few for a table", async () => {
    expect(await shown(rowAt(670, "Left", "Right") + rowAt(655, "one thing", "another thing") + textAt(72, 640, "Below."))).toEqual([
      "Left\tRight\none thing\tanother thing",
      "Below.",
    ]);
  });

  it("keep a cell that goes on below with its row", async () => {
    const content = rowAt(670, "A long name", "7") + textAt(72, 655, "in two lines") + rowAt(640, "Short", "8") + prose(610);
    expect((await shown(content))[0]).toBe("A long name\t7\nin two lines\nShort\t8");
  });

  it("are not seen in lines that were drawn out to fill a narrow column, nor in the marks of a list", async () => {
    const words = [
      "case point woman world",
      "communication part",
      "administration way thing",
      "year work company",
      "fact child people hand",
      "week man life eye",
    ];
    const drawn = words.map((line, i) => `16 Tw ${textAt(72, 700 - 14 * i, line)} 0 Tw\n`).join("");
    expect((await shown(drawn)).join(" ").replaceAll("\n", " ")).toBe(words.join(" "));
    const list = ["one", "two", "three"].map((word, i) => textAt(72, 500 - 14 * i, `${i + 1}.`) + textAt(110, 500 - 14 * i, word)).join("");
    expect(await shown(list)).toEqual(["1. one", "1. two", "1. three"]);
  });

  it("are not seen in one line alone that has something at its other end", async () => {
    expect(await shown(textAt(72, 780, "A report") + textAt(480, 780, "May") + prose(740))).toHaveLength(2);
  });
});
