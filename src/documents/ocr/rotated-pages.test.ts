import { describe, expect, it } from "vitest";
import type { Ocr, PageRotation } from "./tesseract.ts";
import { readTurned } from "./rotated-pages.ts";

/** A page that is read well at one turn; each reading takes so much of the page's time, or ends when it is told to. */
function stage({ up, share }: { readonly up: PageRotation; readonly share: number }) {
  let spent = 0;
  const readings: PageRotation[] = [];
  const ocr: Ocr = {
    recognize: (_picture, isOver, turn = 0) => {
      readings.push(turn);
      let isCut = false;
      for (let part = 0; part < 10 && !isCut; part++) {
        spent += share / 10;
        isCut = isOver();
      }
      return { text: `at ${turn}`, isCut, confidence: turn === up ? 90 : 20 };
    },
  };
  const full = new Uint8Array();
  const read = () => readTurned(ocr, { full, small: () => full, time: () => (of) => spent > of, stir: () => {} });
  return { read, readings, spent: () => spent };
}

describe("a page that makes little sense", () => {
  it("is read anew the way it stands", () => {
    const { read, readings } = stage({ up: 180, share: 0.1 });
    expect(read()).toMatchObject({ text: "at 180", turn: 180, confidence: 90 });
    expect(readings).toEqual([0, 90, 180, 270, 180]);
  });

  it("is not turned when half of its time is over", () => {
    const { read, readings } = stage({ up: 90, share: 0.6 });
    expect(read()).toMatchObject({ turn: 0, confidence: 20 });
    expect(readings).toEqual([0]);
  });

  it("has one time for all that is tried, however long each would take", () => {
    for (const share of [0.05, 0.2, 0.4, 0.49, 0.51, 1, 5]) {
      const { read, spent } = stage({ up: 270, share });
      read();
      expect(spent()).toBeLessThan(1.0 + 4 * (share / 10) + 1e-9);
    }
  });
});
