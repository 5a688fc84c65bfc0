import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Block, parseBlocks } from "./blocks.ts";
import { safeHref } from "./href.ts";
import { type Inline, parseInline } from "./inline.ts";

const text = (value: string): Inline => ({ kind: "text", text: value });

function plain(parts: readonly Inline[]): string {
  return parts.map((part) => ("parts" in part ? plain(part.parts) : "text" in part ? part.text : "\n")).join("");
}
function hrefs(parts: readonly Inline[]): readonly string[] {
  return parts.flatMap((part) => (part.kind === "link" ? [part.href] : "parts" in part ? hrefs(part.parts) : []));
}
function depth(blocks: readonly Block[]): number {
  return Math.max(
    0,
    ...blocks.map((block) => 1 + (block.kind === "quote" ? depth(block.blocks) : block.kind === "list" ? Math.max(0, ...block.items.map(depth)) : 0)),
  );
}
function everyText(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.kind === "quote") return everyText(block.blocks);
    if (block.kind === "list") return block.items.flatMap(everyText);
    if (block.kind === "table") return [...block.head, ...block.rows.flat()];
    return "text" in block ? [block.text] : [];
  });
}

describe("the marks inside a line", () => {
  it.each<[string, readonly Inline[]]>([
    ["a **b** c", [text("a "), { kind: "strong", parts: [text("b")] }, text(" c")]],
    ["***both***", [{ kind: "strong", parts: [{ kind: "em", parts: [text("both")] }] }]],
    ["*a **b** c*", [{ kind: "em", parts: [text("a "), { kind: "strong", parts: [text("b")] }, text(" c")] }]],
    ["~~gone~~", [{ kind: "strike", parts: [text("gone")] }]],
    ["snake_case_name", [text("snake_case_name")]],
    ["2 * 3 * 4", [text("2 * 3 * 4")]],
    ["**“引用”**后面", [{ kind: "strong", parts: [text("“引用”")] }, text("后面")]],
    ["`a * b` *c*", [{ kind: "code", text: "a * b" }, text(" "), { kind: "em", parts: [text("c")] }]],
    ["``a ` b``", [{ kind: "code", text: "a ` b" }]],
    [String.raw`\*not\*`, [text("*not*")]],
    ["one\ntwo", [text("one"), { kind: "break" }, text("two")]],
    ["one<br>two \\<br>", [text("one"), { kind: "break" }, text("two <br>")]],
    ["**open", [text("**open")]],
    ["<b>x</b>", [text("<b>x</b>")]],
  ])("reads %j", (source, parts) => expect(parseInline(source)).toEqual(parts));

  it("follows http, https and mailto and nothing else", () => {
    expect(hrefs(parseInline("[a](https://x.org/p_(1)) [b](mailto:me@x.org) https://y.org/a. <https://z.org>"))).toEqual([
      "https://x.org/p_(1)",
      "mailto:me@x.org",
      "https://y.org/a",
      "https://z.org/",
    ]);
    for (const bad of [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "//evil.org",
      "/api/logout",
      "https:javascript",
      " javascript:x",
      "file:///etc/passwd",
    ]) {
      expect(hrefs(parseInline(`[x](${bad})`))).toEqual([]);
      expect(safeHref(bad)).toBeUndefined();
    }
    expect(plain(parseInline("[x](javascript:alert(1))"))).toBe("[x](javascript:alert(1))");
  });

  it("leaves an address in Chinese text at the Chinese full stop", () => {
    expect(hrefs(parseInline("见https://x.org/a。然后"))).toEqual([]);
    expect(hrefs(parseInline("见 https://x.org/a。然后"))).toEqual(["https://x.org/a"]);
  });

  it("puts no link inside a link", () => {
    const parts = parseInline("[see https://b.org](https://a.org)");
    expect(hrefs(parts)).toEqual(["https://a.org/"]);
    expect(hrefs(parseInline("[**see https://b.org**](https://a.org)"))).toEqual(["https://a.org/"]);
  });

  it("leads an address that is the text of a link where the link leads", () => {
    for (const inside of ["https://example.org/one", "see https://example.org/one", "<https://example.org/one>"]) {
      const parts = parseInline(`Before [${inside}](https://example.org/two) and https://x.org/a.`);
      expect(plain(parts)).toBe(`Before ${inside.replace(/[<>]/g, "")} and https://x.org/a.`);
      expect(hrefs(parts)).toEqual(["https://example.org/two", "https://x.org/a"]);
    }
    expect(hrefs(parseInline("[https://x.org/a]"))).toEqual(["https://x.org/a"]);
    expect(plain(parseInline("[https://x.org/a](https://x.o", true))).toBe("https://x.org/a");
  });

  it.each([
    ["a **b", "a b"],
    ["a *b", "a b"],
    ["a `b", "a b"],
    ["see [the page](https://x.or", "see the page"],
    ["see [the pa", "see the pa"],
    ["a **", "a "],
  ])("holds back a mark that has not closed while the text grows: %j", (source, shown) => expect(plain(parseInline(source, true))).toBe(shown));

  it("shows every letter of any text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "字", " ", "*", "**", "_", "~~", "`", "[", "]", "(", ")", "\\", "<", "https://x.y ", "\n"), { maxLength: 60 }),
        (bits) => {
          const source = bits.join("");
          const letters = (value: string): string => [...value].filter((char) => /[字]/u.test(char)).join("");
          expect(letters(plain(parseInline(source)))).toBe(letters(source));
          expect(letters(plain(parseInline(source, true))).length).toBeLessThanOrEqual(letters(source).length);
        },
      ),
    );
  });

  it("never makes an address that a browser would run", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 40 }), (target) => {
        for (const href of hrefs(parseInline(`[x](${target}) ${target} <${target}>`))) expect(["http:", "https:", "mailto:"]).toContain(new URL(href).protocol);
      }),
    );
  });
});

describe("the blocks of a message", () => {
  it("reads headings, lists, quotes, rules and fences", () => {
    const source = "# Title #\ntext\nmore\n\n- a\n- b\n  - c\n\n1. one\n2. two\n\n> said\n> again\n\n---\n\n```ts\nconst a = 1\n\n  b\n```\nend";
    expect(parseBlocks(source)).toEqual([
      { kind: "heading", level: 1, text: "Title" },
      { kind: "paragraph", text: "text\nmore" },
      {
        kind: "list",
        start: null,
        items: [
          [{ kind: "paragraph", text: "a" }],
          [
            { kind: "paragraph", text: "b" },
            { kind: "list", start: null, items: [[{ kind: "paragraph", text: "c" }]] },
          ],
        ],
      },
      { kind: "list", start: 1, items: [[{ kind: "paragraph", text: "one" }], [{ kind: "paragraph", text: "two" }]] },
      { kind: "quote", blocks: [{ kind: "paragraph", text: "said\nagain" }] },
      { kind: "rule" },
      { kind: "code", info: "ts", text: "const a = 1\n\n  b" },
      { kind: "paragraph", text: "end" },
    ]);
  });

  it("reads a table with its sides, escaped bars and short rows", () => {
    expect(parseBlocks("| a | b |\n| :-- | --: |\n| x \\| y | 1 |\n| z |")).toEqual([
      {
        kind: "table",
        align: ["left", "right"],
        head: ["a", "b"],
        rows: [
          ["x | y", "1"],
          ["z", ""],
        ],
      },
    ]);
  });

  it("takes an open fence as code to the end, so that a growing answer does not jump", () => {
    expect(parseBlocks("```\na\n", true)).toEqual([{ kind: "code", info: "", text: "a\n" }]);
  });

  it("holds back the head of a table until it is one", () => {
    expect(parseBlocks("x\n\n| a | b |", true)).toEqual([{ kind: "paragraph", text: "x" }]);
    expect(parseBlocks("x\n\n| a | b |\n|--", true)).toEqual([{ kind: "paragraph", text: "x" }]);
    expect(parseBlocks("| a | b |")).toEqual([{ kind: "paragraph", text: "| a | b |" }]);
  });

  it("keeps code inside a list item whole", () => {
    expect(parseBlocks("1. run\n\n   ```sh\n   ls\n   ```\n2. done")).toEqual([
      {
        kind: "list",
        start: 1,
        items: [
          [
            { kind: "paragraph", text: "run" },
            { kind: "code", info: "sh", text: "ls" },
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

describe("hostile text", () => {
  const long = 200_000;
  const attacks: readonly (readonly [string, string])[] = [
    ["one long line", "x".repeat(long)],
    ["deep quotes", `${">".repeat(long)} x`],
    ["deep lists", Array.from({ length: 440 }, (_, at) => `${" ".repeat(at * 2)}- x`).join("\n")],
    ["stars", "*a ".repeat(long / 3)],
    ["stars and bars", "**a*b_c__".repeat(long / 9)],
    ["brackets", "[".repeat(long)],
    ["half links", "[a](".repeat(long / 4)],
    ["closing brackets", `${"[".repeat(20)}${"](x".repeat(long / 3)}`],
    ["backticks of every length", Array.from({ length: 600 }, (_, at) => "`".repeat(at + 1)).join(" ")],
    ["addresses", "https://x.org/)))".repeat(long / 17)],
    ["angle brackets", "<https://".repeat(long / 9)],
    ["bars", `${"|".repeat(1_000)}\n${"|-".repeat(500)}\n${"a|".repeat(long / 2)}`],
    ["hashes", `# ${"# ".repeat(long / 2)}`],
    ["spaces", `x${" ".repeat(long)}y`],
    ["escapes", "\\".repeat(long)],
    ["blank lines in a list", `- a${"\n".repeat(long)}b`],
  ];

  it.each(attacks)("is read whole and stays shallow: %s", (_, source) => {
    for (const growing of [false, true]) {
      const blocks = parseBlocks(source, growing);
      expect(depth(blocks)).toBeLessThanOrEqual(10);
      for (const one of everyText(blocks)) expect(deepest(parseInline(one, growing))).toBeLessThanOrEqual(17);
    }
  });

  function deepest(parts: readonly Inline[]): number {
    return parts.reduce((most, part) => Math.max(most, "parts" in part ? 1 + deepest(part.parts) : 1), 0);
  }
});
