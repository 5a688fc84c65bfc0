import { describe, expect, it } from "vitest";
import type { DocumentBlock } from "#documents/blocks";
import { createBudget, OutputLimitReached } from "./budget.ts";
import { createJsonWriter } from "./write-json.ts";
import { createMarkdownWriter } from "./write-markdown.ts";
import { createTextWriter } from "./write-text.ts";

const writers = { text: createTextWriter, md: createMarkdownWriter, json: createJsonWriter } as const;

function written(mode: keyof typeof writers, blocks: readonly DocumentBlock[], most?: number) {
  const budget = createBudget(most);
  let text = "";
  const writer = writers[mode]({ put: (part) => void (text += part), budget, format: "docx" });
  let isEnough = false;
  try {
    for (const block of blocks) writer.block(block);
  } catch (cause) {
    if (!(cause instanceof OutputLimitReached)) throw cause;
    isEnough = true;
  }
  writer.end();
  return { text, isEnough, chars: budget.taken };
}

const say = (text: string): DocumentBlock => ({ kind: "paragraph", spans: [{ text }] });
const all: readonly DocumentBlock[] = [
  { kind: "page", of: "page", number: 1 },
  { kind: "heading", level: 2, spans: [{ text: "A *heading*" }] },
  { kind: "paragraph", spans: [{ text: "See " }, { text: "the [site]", link: "https://example.org/a (b)" }, { text: " and the rest.\nA second line." }] },
  { kind: "item", depth: 0, isOrdered: false, spans: [{ text: "first" }] },
  { kind: "item", depth: 1, isOrdered: true, spans: [{ text: "below" }] },
  { kind: "table", number: 1, name: "Prices" },
  { kind: "row", cells: ["Name", "Price"] },
  { kind: "row", cells: ["A|B\nC", "1 < 2"] },
  { kind: "row", cells: ["alone"] },
  { kind: "table-end" },
  { kind: "page", of: "slide", number: 2, title: "Why" },
  { kind: "notes", spans: [{ text: "Speak slowly.\nAnd clearly." }] },
];

describe("plain text", () => {
  it("marks pages, items and notes, and puts tabs between cells", () => {
    expect(written("text", all).text).toBe(
      "[Page 1]\n\nA *heading*\n\nSee the [site] (https://example.org/a (b)) and the rest.\nA second line.\n\n- first\n  1. below\n\nName\tPrice\nA|B C\t1 < 2\nalone\n\n[Slide 2: Why]\n\nNotes: Speak slowly.\nAnd clearly.\n",
    );
  });

  it("does not tell a link twice that is its own text", () => {
    expect(written("text", [{ kind: "paragraph", spans: [{ text: "https://example.org", link: "https://example.org" }] }]).text).toBe("https://example.org\n");
  });

  it("has no control characters and no halves of pairs", () => {
    expect(written("text", [say("a\u0000b\u001b[31mc\r\nd\ud800e\u2028f")]).text).toBe("ab[31mc\nd\ufffde\nf\n");
  });
});

const item = (depth: number, isOrdered: boolean, text: string): DocumentBlock => ({ kind: "item", depth, isOrdered, spans: [{ text }] });
const nested = [
  item(0, true, "first"),
  item(1, false, "nested a\nsecond line"),
  item(2, true, "deep"),
  item(1, false, "nested b"),
  item(0, true, "second"),
  say("between"),
  item(2, true, "far in"),
  item(0, false, "last"),
];

describe("what is hidden", () => {
  it("is marked beside its name, which stays its own", () => {
    const hidden: readonly DocumentBlock[] = [
      { kind: "page", of: "slide", number: 1, isHidden: true },
      { kind: "page", of: "sheet", number: 2, title: "H", isHidden: true },
      { kind: "table", number: 1, name: "H" },
      { kind: "row", cells: ["a"] },
      { kind: "table-end" },
    ];
    expect(written("md", hidden).text).toBe("## Slide 1 (hidden)\n\n## Sheet 2: H (hidden)\n\n| a |\n| --- |\n");
    expect(written("text", hidden).text).toBe("[Slide 1 (hidden)]\n\n[Sheet 2: H (hidden)]\n\na\n");
  });
});

describe("lists in lists", () => {
  it("stand below the words of their item in Markdown, after a number as after a dash", () => {
    expect(written("md", nested).text).toBe(
      "1. first\n   - nested a\n     second line\n     1. deep\n   - nested b\n1. second\n\nbetween\n\n1. far in\n- last\n",
    );
  });

  it("are counted in plain text", () => {
    expect(written("text", nested).text).toBe(
      "1. first\n  - nested a\nsecond line\n    1. deep\n  - nested b\n2. second\n\nbetween\n\n    1. far in\n- last\n",
    );
  });
});

describe("Markdown", () => {
  it("has headings, lists, links, tables with escaped cells, notes and marks of pages", () => {
    expect(written("md", all).text).toBe(
      [
        "<!-- page 1 -->",
        "## A \\*heading\\*",
        "See [the \\[site\\]](https://example.org/a%20%28b%29) and the rest.\nA second line.",
        "- first\n  1. below",
        "**Prices**",
        "| Name | Price |\n| --- | --- |\n| A\\|B<br>C | 1 \\< 2 |\n| alone |  |",
        "## Slide 2: Why",
        "> **Speaker notes:** Speak slowly.\n> And clearly.\n",
      ].join("\n\n"),
    );
  });

  it("escapes what would be a mark at the head of a line, and leaves names alone", () => {
    expect(written("md", [say("# not a heading\n- no item\n3. no item\na snake_case_name and 2 * 3")]).text).toBe(
      "\\# not a heading\n\\- no item\n3\\. no item\na snake_case_name and 2 \\* 3\n",
    );
  });

  it("keeps the numbers that the document itself shows", () => {
    const item = (mark: string): DocumentBlock => ({ kind: "item", depth: 0, isOrdered: true, mark, spans: [{ text: "words" }] });
    expect(written("md", [item("7."), item("8)"), item("c)")]).text).toBe("7. words\n8) words\n- c) words\n");
    expect(written("text", [item("7."), item("c)")]).text).toBe("7. words\nc) words\n");
  });

  it("makes no link of what a browser should not open", () => {
    expect(written("md", [{ kind: "paragraph", spans: [{ text: "click", link: "javascript:alert(1)" }] }]).text).toBe("click\n");
  });

  it("keeps every cell of a row that is longer than the head", () => {
    const wide: readonly DocumentBlock[] = [
      { kind: "table", number: 1 },
      { kind: "row", cells: ["a"] },
      { kind: "row", cells: ["b", "c", "d"] },
      { kind: "table-end" },
    ];
    expect(written("md", wide).text).toBe("| a |\n| --- |\n| b | c | d |\n");
  });
});

describe("JSON", () => {
  it("is one object of blocks, a table with its rows among them", () => {
    const { blocks, ...rest } = JSON.parse(written("json", all).text) as { blocks: readonly { kind: string; rows?: unknown }[] };
    expect(rest).toEqual({ format: "docx", truncated: false });
    expect(blocks.map((block) => block.kind)).toEqual(["page", "heading", "paragraph", "item", "item", "table", "page", "notes"]);
    expect(blocks[5]).toEqual({ kind: "table", number: 1, name: "Prices", rows: [["Name", "Price"], ["A|B\nC", "1 < 2"], ["alone"]] });
  });

  it("is whole JSON also when it is cut, in the middle of a table too, and when there is nothing", () => {
    expect(JSON.parse(written("json", [say("12345"), say("67890"), say("no more")], 8).text)).toEqual({
      format: "docx",
      blocks: [
        { kind: "paragraph", spans: [{ text: "12345" }] },
        { kind: "paragraph", spans: [{ text: "678" }] },
      ],
      truncated: true,
    });
    const table: readonly DocumentBlock[] = [
      { kind: "table", number: 1 },
      { kind: "row", cells: ["abc", "def"] },
      { kind: "row", cells: ["ghi", "jkl"] },
    ];
    expect(JSON.parse(written("json", table, 8).text)).toEqual({
      format: "docx",
      blocks: [
        {
          kind: "table",
          number: 1,
          rows: [
            ["abc", "def"],
            ["gh", ""],
          ],
        },
      ],
      truncated: true,
    });
    expect(JSON.parse(written("json", []).text)).toEqual({ format: "docx", blocks: [], truncated: false });
  });
});

describe("a bound on characters", () => {
  it("truncates at a whole character and marks it", () => {
    const cut = written("text", [say("中文😀😀😀")], 3);
    expect(cut).toEqual({ text: "中文😀\n\n[Truncated after 3 characters.]\n", isEnough: true, chars: 3 });
    expect(written("md", [say("one"), say("two")], 6).text).toBe("one\n\nt\n\n[Truncated after 6 characters.]\n");
  });

  it("is no cut when everything fits exactly", () => {
    expect(written("text", [say("中文😀😀😀")], 5)).toEqual({ text: "中文😀😀😀\n", isEnough: false, chars: 5 });
  });
});
