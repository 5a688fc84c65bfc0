import { describe, expect, it } from "vitest";
import { readDocx } from "./docx/docx.ts";
import { DocumentFault } from "#documents/fault";
import { readPptx } from "./pptx/pptx.ts";
import { readXlsx } from "./xlsx/xlsx.ts";
import { dice, mutateBytes, mutateParts } from "#test/fakes/documents/mutations";
import { packed } from "#test/fakes/documents/office-files";
import { readAll } from "#test/fakes/documents/reading";
import { richDocx, richPptx, richXlsx } from "#test/fakes/documents/rich-files";

const times = 350;

describe.each([
  ["docx", richDocx(), readDocx],
  ["pptx", richPptx(), readPptx],
  ["xlsx", richXlsx(), readXlsx],
] as const)("%s files that are broken at random", (_, parts, read) => {
  it("are read or refused with a fault, and nothing else", async () => {
    const whole = packed(parts);
    const defects: string[] = [];
    const outcomes = { read: 0, refused: 0 };
    expect((await readAll(whole, read)).blocks.length).toBeGreaterThan(5);
    for (let seed = 0; seed < times; seed += 1) {
      const roll = dice(seed);
      const bytes = seed % 3 === 0 ? mutateBytes(whole, roll) : mutateParts(parts, roll);
      const fault = await readAll(bytes, read).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (fault !== undefined && !(fault instanceof DocumentFault)) defects.push(`seed ${seed}: ${fault instanceof Error ? fault.stack : typeof fault}`);
      outcomes[fault === undefined ? "read" : "refused"] += 1;
    }
    expect(defects).toEqual([]);
    // Mutations that all break the archive, or none, would show nothing about the readers.
    expect(outcomes.read).toBeGreaterThan(times / 5);
    expect(outcomes.refused).toBeGreaterThan(times / 5);
  });
});
