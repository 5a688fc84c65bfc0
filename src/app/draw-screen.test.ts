import { writeFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import pino from "pino";
import { describe, expect, it } from "vitest";
import type { Screen } from "#domain/agent";
import { createDrawScreen } from "./draw-screen.ts";

const draw = createDrawScreen(pino({ level: "silent" }));

/** What each character would look like: # where a pixel of the cell at this place has the colour. */
async function drawn(
  screen: Screen,
  cell: { readonly column: number; readonly row: number; readonly cells: number },
  color: readonly number[],
): Promise<readonly string[]> {
  const { name, mime, content } = await draw(screen);
  expect([name, mime]).toEqual(["screen.png", "image/png"]);
  if ("path" in content) throw new Error("it has a path");
  const png = Buffer.from(content.bytes);
  // For whoever wants to look: LOOK=folder.
  if (process.env["LOOK"] !== undefined) writeFileSync(`${process.env["LOOK"]}/screen.png`, png);
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  // Without the empty rows at its end.
  expect([width, height]).toEqual([screen.columns * 8 + 16, 4 * 16 + 16]);
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const at = (x: number, y: number): readonly number[] => [...rows.subarray(y * (width * 3 + 1) + 1 + x * 3, y * (width * 3 + 1) + 4 + x * 3)];
  return Array.from({ length: 16 }, (_none, y) =>
    Array.from({ length: cell.cells * 8 }, (_no, x) => (String(at(8 + cell.column * 8 + x, 8 + cell.row * 16 + y)) === String(color) ? "#" : ".")).join(""),
  );
}

describe("a picture of a terminal", () => {
  const screen: Screen = {
    columns: 40,
    rows: 6,
    lines: [
      [{ text: "A" }, { text: "好", color: "#ff0000" }, { text: "│", color: "#00ff00" }],
      [{ text: "你好，世界 ", bold: true }, { text: " Allow ", inverse: true, color: "#ffcc00" }, { text: " 😀 e\u0301" }],
      [
        { text: "╭──────╮", dim: true },
        { text: " under ", underline: true, background: "#000080" },
      ],
      [{ text: "かな 한글 Кириллица ελ" }],
      [{ text: "   " }],
    ],
    cursor: { column: 1, row: 3 },
  };

  it("has letters, wide characters and frames where they belong, in their colours", async () => {
    expect((await drawn(screen, { column: 0, row: 0, cells: 1 }, [0xd4, 0xd4, 0xd4])).join("\n")).toMatchInlineSnapshot(`
      "........
      ........
      ........
      ........
      ...##...
      ..#..#..
      ..#..#..
      .#....#.
      .#....#.
      .######.
      .#....#.
      .#....#.
      .#....#.
      .#....#.
      ........
      ........"
    `);
    expect((await drawn(screen, { column: 1, row: 0, cells: 2 }, [255, 0, 0])).join("\n")).toMatchInlineSnapshot(`
      "...#............
      ...#....######..
      ...#.........#..
      ...#........#...
      ######.....#....
      ..#..#....#.....
      ..#..#....#.....
      ..#..#.########.
      ..#..#....#.....
      .#..#.....#.....
      ..#.#.....#.....
      ...#......#.....
      ..#.#.....#.....
      .#...#....#.....
      #....#..#.#.....
      .........#......"
    `);
    expect(await drawn(screen, { column: 3, row: 0, cells: 1 }, [0, 255, 0])).toEqual(Array.from({ length: 16 }, () => "....#..."));
    const wide = await drawn(screen, { column: 11, row: 1, cells: 1 }, [0xff, 0xcc, 0]);
    expect(wide).toEqual(Array.from({ length: 16 }, () => "########"));
    // What the font does not have is an empty box, as wide as it is.
    expect((await drawn(screen, { column: 19, row: 1, cells: 2 }, [0xd4, 0xd4, 0xd4]))[2]).toBe(".##############.");
    expect((await drawn(screen, { column: 22, row: 1, cells: 1 }, [0xd4, 0xd4, 0xd4])).slice(0, 6).join("")).toContain("#");
    expect((await drawn(screen, { column: 8, row: 2, cells: 1 }, [0, 0, 128]))[0]).toBe("########");
  });
});
