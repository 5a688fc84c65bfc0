import { describe, expect, it } from "vitest";
import { channelTexts } from "#channels/kit/texts";
import type { Part } from "#domain/channel";
import { say } from "#lib/words/words";
import { readCard } from "#test/fakes/feishu/read-card";
import { cardJson } from "./card.ts";
import { escapeWords, unescapeWords } from "./card-markdown.ts";
import { cardBytes, parseBody, renderFeishu } from "./encode.ts";
import { feishuCan } from "./index.ts";

function cards(parts: readonly Part[]) {
  return renderFeishu(parts, feishuCan, "en").flatMap((piece) => {
    const body = parseBody(piece);
    return body.kind === "card" ? [body] : [];
  });
}

function markdownOf(markdown: string): string {
  return cards([{ kind: "text", markdown }])
    .map((card) => card.markdown)
    .join("\n<next>\n");
}

describe("Markdown in a card", () => {
  it.each([
    { from: "**b** *i* ~~s~~ `c`", to: "**b** *i* ~~s~~ `c`" },
    { from: "## Title", to: "## Title" },
    { from: "[a](https://x.example/?a=1)", to: "[a](https://x.example/?a=1)" },
    { from: "2 * 3 < 4 and snake_case_word", to: "2 &#42; 3 &#60; 4 and snake_case_word" },
    { from: "<at id=all></at>", to: "&#60;at id=all&#62;&#60;/at&#62;" },
    { from: "- one\n- two\n  - three", to: "- one\n- two\n  - three" },
    { from: "> quoted", to: "> quoted" },
    { from: "| a | b |\n| - | - |\n| x\\|y | **z** |", to: "| a | b |\n| --- | --- |\n| x&#124;y | **z** |" },
    { from: "```js\nlet a = `x`;\n```", to: "```js\nlet a = `x`;\n```" },
    { from: "```\na\n```\n", to: "```\na\n```" },
    { from: "AT&amp;T & &#42;", to: "AT&#38;amp;T & &#38;#42;" },
  ])("$from", ({ from, to }) => {
    expect(markdownOf(from)).toBe(to);
  });

  it("escaping and reading give back any words", () => {
    for (const words of ["<b>*_~`[x](y)|$\\", "# no heading", "1. no list", "- none", "&amp; &#42; &", "你好_世界_", "a_b"])
      expect(unescapeWords(escapeWords(words))).toBe(words);
  });

  it("no card has more tables than Feishu draws, and none is lost", () => {
    const table = (i: number) => `| t${i} | b |\n| - | - |\n| c${i} | d |`;
    const shown = cards([{ kind: "text", markdown: Array.from({ length: 11 }, (_, i) => table(i)).join("\n\n") }]).map((body) => readCard(cardJson(body)).text);
    expect(shown).toHaveLength(3);
    for (let i = 0; i < 11; i++) expect(shown.join("\n")).toContain(`| c${i} | d |`);
  });
});

describe("cards", () => {
  it("stay within 30 KB of JSON with head, text and twenty buttons, whatever is in them", () => {
    const options = Array.from({ length: 20 }, (_, i) => ({ id: String(i), label: `"选项" ${i} ${"x".repeat(40)}`, data: `q:abcde:${i}` }));
    const hard = '"\\\n你好😀<*>'.repeat(6_000);
    const parts: readonly Part[] = [
      { kind: "head", text: "会话 · 主机 ".repeat(20) },
      { kind: "text", markdown: hard },
      { kind: "buttons", question: "que_1", options },
    ];
    const made = cards(parts);
    expect(made.length).toBeGreaterThan(2);
    for (const body of made) expect(Buffer.byteLength(cardJson(body))).toBeLessThanOrEqual(cardBytes);
    expect(made.at(-1)?.buttons).toHaveLength(20);
  });

  it("a text of more than a few cards is its beginning and a file with the whole, and words where the file is refused", () => {
    const markdown = "word ".repeat(40_000);
    const [first, file, ...rest] = renderFeishu([{ kind: "text", markdown }], feishuCan, "en");
    expect(rest).toEqual([]);
    expect(file).toMatchObject({ body: { kind: "textFile", name: "answer.md", text: markdown }, bytes: markdown.length });
    expect(file?.instead).toMatchObject({ body: { markdown: say("en", channelTexts.wholeTextRefused) } });
    expect(first && Buffer.byteLength(JSON.stringify(first.body))).toBeLessThan(cardBytes);
  });

  it("a card with buttons that is refused gives the options in words instead", () => {
    const options = [{ id: "y", label: "Allow once", data: "q:abcde:0" }];
    const [piece] = renderFeishu(
      [
        { kind: "text", markdown: "May **I**?" },
        { kind: "buttons", question: "que_1", options },
      ],
      feishuCan,
      "zh-CN",
    );
    const instead = piece?.instead && parseBody(piece.instead);
    expect(instead).toEqual({ kind: "text", text: `May **I**?\n\n1. Allow once\n${say("zh-CN", channelTexts.howToAnswer)}` });
  });

  it("what phones show of a card is its first words, without marks", () => {
    const [body] = cards([{ kind: "text", markdown: "## Done\n\n**All** tests pass." }]);
    const { config } = JSON.parse(body === undefined ? "{}" : cardJson(body)) as { config: { summary: { content: string } } };
    expect(config.summary.content).toBe("Done All tests pass.");
  });
});
