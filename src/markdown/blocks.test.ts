import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createGrowingReader, parseBlocks } from "./blocks.ts";
import type { Block } from "./tree.ts";

const readGrowing = (source: string): readonly Block[] => createGrowingReader()(source);

function everyText(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.kind === "quote") return everyText(block.blocks);
    if (block.kind === "list") return block.items.flatMap(everyText);
    if (block.kind === "table") return [...block.head, ...block.rows.flat()];
    return "text" in block ? [block.text] : [];
  });
}

describe("the blocks of a message", () => {
  it("reads headings, lists, quotes, rules and fences", () => {
    const source = "# Title #\ntext\nmore\n\n- a\n- b\n  - c\n\n1. one\n2. two\n\n> said\n> again\n\n---\n\n```ts\nconst a = 1\n\n  b\n```\nend";
    expect(parseBlocks(source)).toEqual([
      { kind: "heading", level: 1, text: "Title" },
      { kind: "paragraph", text: "text\nmore" },
      {
        kind: "list",
        start: undefined,
        items: [
          [{ kind: "paragraph", text: "a" }],
          [
            { kind: "paragraph", text: "b" },
            { kind: "list", start: undefined, items: [[{ kind: "paragraph", text: "c" }]] },
          ],
        ],
      },
      { kind: "list", start: 1, items: [[{ kind: "paragraph", text: "one" }], [{ kind: "paragraph", text: "two" }]] },
      { kind: "quote", blocks: [{ kind: "paragraph", text: "said\nagain" }] },
      { kind: "rule" },
      { kind: "code", language: "ts", text: "const a = 1\n\n  b" },
      { kind: "paragraph", text: "end" },
    ]);
  });

  it("reads a table with its sides, escaped bars and short rows", () => {
    expect(parseBlocks("| a | b |\n| :-- | --: |\n| x \\| y | 1 |\n| z |")).toEqual([
      {
        kind: "table",
        align: ["left", "right"],
        head: ["a", "b"],
        rows: [["x | y", "1"], ["z"]],
      },
    ]);
  });

  it("takes an open fence as code to the end, so that a growing answer does not jump", () => {
    expect(readGrowing("```\na\n")).toEqual([{ kind: "code", language: "", text: "a" }]);
  });

  it("holds back the head of a table until it is one", () => {
    expect(readGrowing("x\n\n| a | b |")).toEqual([{ kind: "paragraph", text: "x" }]);
    expect(readGrowing("x\n\n| a | b |\n|--")).toEqual([{ kind: "paragraph", text: "x" }]);
    expect(parseBlocks("| a | b |")).toEqual([{ kind: "paragraph", text: "| a | b |" }]);
  });

  it.each(["It was:\n-", "It was:\n- ", "It was:\n1.", "It was:\n==", "It was:\n``", "It was:\n#"])(
    "holds back a last line that is nothing but marks while the text grows: %j",
    (source) => expect(readGrowing(source)).toEqual([{ kind: "paragraph", text: "It was:" }]),
  );

  it("lets the last line become part of the block before it while the text grows", () => {
    const read = createGrowingReader();
    expect(read("- a\n- - -")).toEqual([{ kind: "list", start: undefined, items: [[{ kind: "paragraph", text: "a" }]] }, { kind: "rule" }]);
    expect(read("- a\n- - - b")).toEqual(parseBlocks("- a\n- - - b"));
  });

  it("reads a growing text the same as if it had come at once, wherever it was cut", () => {
    const bits = fc.constantFrom(
      "字",
      "a b",
      " ",
      "    ",
      "\n",
      "\n\n",
      "- ",
      "1. ",
      "  - ",
      "> ",
      "# ",
      "```\n",
      "| a | b |\n",
      "|-|-|\n",
      "---\n",
      "===\n",
      "\t",
      "\r\n",
      "<p>\n",
      "[a]: x\n",
    );
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 60, size: "max" }), (parts) => {
        const read = createGrowingReader();
        let source = "";
        for (const part of parts) {
          source += part;
          expect(read(source)).toEqual(readGrowing(source));
        }
        expect(read(`${source}\n\nend`)).toEqual(parseBlocks(`${source}\n\nend`));
        expect(read("another text")).toEqual(parseBlocks("another text"));
      }),
      { numRuns: 300 },
    );
  });

  it("keeps what a row has too much in its last cell, and reads a table of thousands of rows", () => {
    expect(parseBlocks("a | b\n--|--\n3 | 4 | 5")).toMatchObject([{ rows: [["3", "4 | 5"]] }]);
    const [table] = parseBlocks(`| a | b |\n|-|-|\n${"| x | *y* |\n".repeat(5_000)}`);
    expect(table?.kind === "table" && table.rows.length).toBe(5_000);
  });

  it("treats HTML and link definitions as text", () => {
    expect(parseBlocks("<div>\n**a**\n</div>\n\n[a]: https://x.org")).toEqual([
      { kind: "paragraph", text: "<div>\n**a**" },
      { kind: "paragraph", text: "</div>" },
      { kind: "paragraph", text: "[a]: https://x.org" },
    ]);
  });

  it("keeps code inside a list item whole", () => {
    expect(parseBlocks("1. run\n\n   ```sh\n   ls\n   ```\n2. done")).toEqual([
      {
        kind: "list",
        start: 1,
        items: [
          [
            { kind: "paragraph", text: "run" },
            { kind: "code", language: "sh", text: "ls" },
          ],
          [{ kind: "paragraph", text: "done" }],
        ],
      },
    ]);
  });

  it("takes a year at the start of a line for a sentence", () => {
    expect(parseBlocks("It was\n2024. A year")).toEqual([{ kind: "paragraph", text: "It was\n2024. A year" }]);
  });

  it("shows every letter of any message", () => {
    const bits = fc.constantFrom("字", " ", "  ", "    ", "\n", "\n\n", "- ", "1. ", "> ", "# ", "```", "|", "---", "| - |", "*", "\t");
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 80 }), (parts) => {
        const source = parts.join("");
        const found = everyText(parseBlocks(source)).join("");
        // What stands behind the opening of a fence is its language, and a row may be wider than its table.
        if (source.includes("```") || source.includes("|")) return;
        expect([...found].filter((char) => char === "字")).toHaveLength([...source].filter((char) => char === "字").length);
      }),
    );
  });
});
