import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBlocks } from "#markdown/blocks";
import { packBlocks, plainStyle, writeBlocks, type Style } from "#channels/kit/write";

const plenty = { unit: "utf16", most: 100_000 } as const;
const plain = (markdown: string): readonly string[] => writeBlocks(parseBlocks(markdown), plainStyle, plenty);
/** Shows the language too, so that every letter has a place to be. */
const named: Style = { ...plainStyle, codeBlock: (words, language) => `${language}\n${words}` };

describe("writeBlocks", () => {
  it("reads lists in lists, numbers from where they start, and code inside an item", () => {
    expect(plain("3. three\n4. four\n   - inner\n     more\n\n   ```\n   code\n   ```\n5. five")).toEqual([
      "3. three\n4. four\n   \n   - inner\n     more\n   \n   code\n5. five",
    ]);
    expect(plain("- a\n- b\n\n- c")).toEqual(["- a\n- b\n- c"]);
    expect(plain("* a\nlazy\n\nnot a part")).toEqual(["- a\n  lazy", "not a part"]);
  });

  it("does not take every dash, number and hash for a block", () => {
    for (const line of ["-5 degrees", "#tag", "2024.01.01 was a day", "a | b", "*not a list*"]) expect(plain(line)).toEqual([line.replaceAll("*", "")]);
  });

  it("reads tables, fills short rows and loses no cell of long ones", () => {
    const [table] = parseBlocks("| a | b |\n|:--|--:|\n| 1 | `x|y` \\| z |\n| 2 |\n| 3 | 4 | 5 |\n\nend");
    expect(table?.kind).toBe("table");
    expect(plain("a | b\n--|--\n2 |\n3 | 4 | 5")).toEqual(["a | b\n--+------\n2 |\n3 | 4 | 5"]);
    expect(plain("| a | b |\n|---|---|\n| x \\| y | z |")).toEqual(["a     | b\n------+--\nx | y | z"]);
  });

  it("any text: every letter is still there in its order", () => {
    const bit = fc.oneof(
      fc.stringMatching(/^[a-z]{1,5}$/),
      fc.constantFrom(
        "\n",
        "\n\n",
        " ",
        "  ",
        "\t",
        "*",
        "**",
        "_",
        "`",
        "``",
        "\n```\n",
        "~~",
        "[",
        "](",
        ")",
        "![",
        "<",
        ">",
        "\n> ",
        "\n- ",
        "\n1. ",
        "\n# ",
        "|",
        "\n|-|-|\n",
        "\\",
        "\n===\n",
        "\n---\n",
        "你",
      ),
    );
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 200, size: "max" }), (bits) => {
        const markdown = bits.join("");
        const shown = writeBlocks(parseBlocks(markdown), named, plenty).join("");
        let at = 0;
        for (const letter of markdown.match(/\p{L}/gu) ?? []) {
          const found = shown.indexOf(letter, at);
          expect(found).not.toBe(-1);
          at = found + 1;
        }
      }),
      { numRuns: 300 },
    );
  });

  it("reads a long row of any mark, each of which could begin something", () => {
    for (const mark of ["*", "_", "**a", "[", "[](", "`", "``a", "> ", "- ", "|", "<", "\\", "![", "~~x", "1. ", "* a\n  "]) {
      for (const markdown of [mark.repeat(20_000), `${mark}\n`.repeat(5_000)]) {
        const letters = (words: string): number => words.match(/[ax]/g)?.length ?? 0;
        expect(letters(plain(markdown).join("\n"))).toBe(letters(markdown));
      }
    }
  });
});

describe("packBlocks", () => {
  const limit = { unit: "utf16", most: 100 } as const;

  it("puts as many whole blocks into a message as fit, and cuts none that fits in one alone", () => {
    const blocks = ["a".repeat(40), "b".repeat(50), "c".repeat(98), "d"];
    expect(packBlocks(blocks, limit)).toEqual([`${blocks[0]}\n\n${blocks[1]}`, blocks[2], "d"]);
  });

  it("cuts a block that is longer than a message, and goes on after it", () => {
    const pieces = packBlocks(["x", "y ".repeat(120), "z"], limit);
    expect(pieces.every((piece) => piece.length <= 100)).toBe(true);
    expect(pieces.join("").replaceAll(/\s/g, "")).toBe(`x${"y".repeat(120)}z`);
  });

  it("lesson 11: repeats the head of a table that goes on in the next message", () => {
    const rows = Array.from({ length: 20 }, (_, i) => `| row${i} | ${i} |`).join("\n");
    const pieces = packBlocks(writeBlocks(parseBlocks(`| name | n |\n|-|-|\n${rows}`), plainStyle, limit), limit);
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces) expect(piece).toMatch(/^name +\| n\n-+\+-+\nrow/);
  });

  it("lesson 11: writes a table row by row when a row is wider than a message", () => {
    const [first] = writeBlocks(parseBlocks(`| name | note |\n|-|-|\n| a | ${"long ".repeat(40)} |`), plainStyle, limit);
    expect(first).toMatch(/^name: a\nnote: long long/);
  });

  it("lines up columns of Chinese and emoji by their width", () => {
    expect(plain("| 名 | n |\n|-|-|\n| 你好 | 1 |\n| 😀 | 2 |")).toEqual(["名   | n\n-----+--\n你好 | 1\n😀   | 2"]);
  });
});
