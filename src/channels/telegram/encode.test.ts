import { describe, expect, it } from "vitest";
import type { Part, Piece } from "#domain/channel";
import { channelTexts } from "#channels/kit/texts";
import { say } from "#lib/words/words";
import { readHtml } from "#test/fakes/telegram/html";
import { verifies } from "#test/verifies";
import { parseBody, renderTelegram } from "./encode.ts";

const can = { buttons: true, fileBytes: 50 * 1024 * 1024 };
const render = (parts: readonly Part[]): readonly Piece[] => renderTelegram(parts, can, "en");
const renderText = (markdown: string): readonly Piece[] => render([{ kind: "text", markdown }]);

function html(piece: Piece | undefined): string {
  const body = piece && parseBody(piece);
  if (body?.kind !== "text") throw new Error("it is no text");
  return body.text;
}

describe("Markdown as Telegram's HTML", () => {
  it.each([
    ["marks", "**b** *i* ~~s~~ `c`", "<b>b</b> <i>i</i> <s>s</s> <code>c</code>"],
    ["marks inside marks", "**b *bi* b**", "<b>b <i>bi</i> b</b>"],
    ["what HTML would read", "**a** < b && c > d", "<b>a</b> &lt; b &amp;&amp; c &gt; d"],
    ["a link", "[x & y](https://e.example/?a=1&b=2)", '<a href="https://e.example/?a=1&amp;b=2">x &amp; y</a>'],
    ["a bare address", "https://e.example/", "https://e.example/"],
    ["a heading", "## Title\n\ntext", "<b>Title</b>\n\ntext"],
    ["code with a language", "```ts\nif (a < b) {}\n```", '<pre><code class="language-ts">if (a &lt; b) {}</code></pre>'],
    ["code without one", "```\nx\n```", "<pre>x</pre>"],
    ["code with a language that is markup", '```"><b>\nx\n```', "<pre>x</pre>"],
    ["a quote", "> one\n> two", "<blockquote>one\ntwo</blockquote>"],
    ["a quote in a quote", "> one\n>\n> > two", "<blockquote>one\n\n&gt; two</blockquote>"],
    ["code in a quote", "> one\n>\n> ```\n> x\n> ```\n>\n> two", "<blockquote>one</blockquote>\n\n<pre>x</pre>\n\n<blockquote>two</blockquote>"],
    ["a list", "- one\n- **two**\n  - three", "• one\n• <b>two</b>\n  • three"],
    ["a numbered list", "3. one\n4. two\n   - three", "3. one\n4. two\n   • three"],
    ["a rule", "a\n\n---\n\nb", "a\n\n———\n\nb"],
    ["a table", "| a | 数量 |\n|---|---|\n| x | **1** |", "<pre>a | 数量\n--+-----\nx | 1</pre>"],
  ])("%s", (_what, markdown, expected) => {
    const [piece, ...rest] = renderText(markdown);
    expect(rest).toEqual([]);
    expect(html(piece)).toBe(expected);
    expect(() => readHtml(html(piece))).not.toThrow();
  });

  it("keeps the address of a link whole, and gives it in plain words where markup is refused", () => {
    const [piece] = renderText("see [the page](https://e.example/?a=1&b=2) now");
    expect(readHtml(html(piece)).entities).toEqual([{ type: "text_link", offset: 4, length: 8, url: "https://e.example/?a=1&b=2" }]);
    expect(html(piece?.instead)).toBe("see the page (https://e.example/?a=1&b=2) now");
    expect(parseBody(piece?.instead ?? { body: null })).toMatchObject({ isHtml: false });
  });

  it("is sent without markup where there is none, so that nothing can be refused", () => {
    const [piece] = renderText("1 < 2 & so on");
    expect(piece).toEqual({ body: { kind: "text", text: "1 < 2 & so on", isHtml: false, buttons: [] } });
  });
});

describe("a long text", () => {
  verifies(["C-3.2-2", "C-14.1-1"], "is cut in units of the platform; marks, code blocks, lists and surrogates stay whole", () => {
    const list = Array.from({ length: 200 }, (_, i) => `- item ${i} with **bold 😀 words** and \`code\``).join("\n");
    const code = `\`\`\`ts\n${Array.from({ length: 300 }, (_, i) => `const value${i} = "😀";`).join("\n")}\n\`\`\``;
    const pieces = renderText(`${list}\n\n${code}`);
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) {
      const shown = readHtml(html(piece));
      expect(shown.text.length).toBeLessThanOrEqual(4096);
      expect(shown.text.isWellFormed()).toBe(true);
      expect(shown.entities.length).toBeGreaterThan(0);
      const [first = ""] = shown.text.split("\n");
      expect(first).toMatch(/^(• item|const value\d+ = )/);
    }
    const last = readHtml(html(pieces.at(-1)));
    expect(last.entities).toMatchObject([{ type: "pre", offset: 0, length: last.text.length, language: "ts" }]);
  });

  it("counts what is shown and not the tags", () => {
    const pieces = renderText(Array.from({ length: 90 }, () => `**${"x".repeat(43)}**`).join(" "));
    expect(pieces).toHaveLength(1);
    expect(html(pieces[0]).length).toBeGreaterThan(4096);
  });

  it("has no more marks in a message than Telegram shows", () => {
    const pieces = renderText(Array.from({ length: 250 }, (_, i) => `- **${i}**`).join("\n"));
    expect(pieces.map((piece) => readHtml(html(piece)).entities.length)).toEqual([100, 100, 50]);
  });

  it("has no longer addresses in a message than Telegram takes", () => {
    const address = `https://e.example/${"x".repeat(1_000)}`;
    const pieces = renderText(Array.from({ length: 20 }, (_, i) => `[link ${i}](${address}${i})`).join("\n\n"));
    expect(pieces.map((piece) => readHtml(html(piece)).entities.length)).toEqual([7, 7, 6]);
  });

  it("of more than a few messages is its beginning and a file with the whole, or words where that is refused", () => {
    const markdown = Array.from({ length: 900 }, (_, i) => `Paragraph **${i}** of a text that goes on and on.`).join("\n\n");
    const [beginning, file, ...rest] = renderText(markdown);
    expect(rest).toEqual([]);
    expect(html(beginning)).toMatch(/^Paragraph <b>0<\/b>.* …$/s);
    expect(readHtml(html(beginning)).text.length).toBeLessThanOrEqual(4096);
    expect(file).toMatchObject({ bytes: Buffer.byteLength(markdown), body: { kind: "textFile", text: markdown } });
    expect(html(file?.instead)).toBe(say("en", channelTexts.wholeTextRefused));
  });

  it("that somebody is asked about stays in messages, with the buttons below the last", () => {
    const markdown = Array.from({ length: 900 }, (_, i) => `line ${i} of what would run`).join("\n\n");
    const pieces = render([
      { kind: "text", markdown },
      { kind: "buttons", question: "que_1", options: [{ id: "y", label: "Yes", data: "q:abcde:0" }] },
    ]);
    const buttons = pieces.map((piece) => {
      const body = parseBody(piece);
      return body.kind === "text" ? body.buttons.length : -1;
    });
    expect(buttons).toEqual([...buttons.slice(1).map(() => 0), 1]);
  });
});

describe("files and buttons", () => {
  const file = (more: object): Part => ({
    kind: "file",
    artifact: "art_1",
    path: "/x",
    name: "a.png",
    mime: "image/png",
    bytes: 700,
    description: "A ship",
    ...more,
  });

  it("a picture goes out as a picture, else as a file, else in words", () => {
    const ladder = (piece: Piece | undefined): readonly unknown[] => (piece === undefined ? [] : [parseBody(piece), ...ladder(piece.instead)]);
    expect(ladder(render([file({})])[0])).toMatchObject([
      { as: "photo", caption: "A ship" },
      { as: "document" },
      { kind: "text", text: expect.stringContaining("a.png") as unknown },
    ]);
    expect(ladder(render([file({ mime: "image/png", bytes: 11 * 1024 * 1024 })])[0])).toMatchObject([{ as: "document" }, { kind: "text" }]);
  });

  it("a description that is no caption goes before the file; a file that is too large is told", () => {
    expect(render([file({ description: "x".repeat(1_025) })]).map((piece) => parseBody(piece))).toMatchObject([
      { kind: "text" },
      { kind: "file", caption: "" },
    ]);
    const [told] = render([file({ bytes: can.fileBytes + 1 })]);
    expect(html(told)).toContain(say("en", channelTexts.fileTooLarge, { name: "a.png", size: "50 MB", max: "50 MB" }));
  });

  it.each([
    ["data of more than 64 bytes", { label: "Yes", data: "字".repeat(22) }],
    ["a label that no button can show", { label: "x".repeat(65), data: "q:abcde:0" }],
  ])("options with %s are listed in the text", (_what, option) => {
    const [piece] = render([
      { kind: "text", markdown: "?" },
      { kind: "buttons", question: "que_1", options: [{ id: "y", ...option }] },
    ]);
    expect(parseBody(piece ?? { body: null })).toMatchObject({ buttons: [] });
    expect(html(piece)).toContain(`1. ${option.label}`);
  });
});
