import { describe, expect, it } from "vitest";
import { channelTexts } from "#channels/kit/texts";
import type { Part, Piece } from "#domain/channel";
import { say } from "#lib/words/words";
import { parseBody, renderDiscord } from "./encode.ts";
import { discordCan } from "./index.ts";
import { escaped, withoutMarks } from "./write-markdown.ts";

const render = (parts: readonly Part[]): readonly Piece[] => renderDiscord(parts, discordCan, "en");
const text = (markdown: string): string => {
  const [piece, ...rest] = render([{ kind: "text", markdown }]);
  if (piece === undefined || rest.length > 0) throw new Error(`${rest.length + 1} pieces`);
  const body = parseBody(piece);
  return body.kind === "text" ? body.content : "";
};
const option = (label: string, data = "q:abcde:0") => ({ id: "y", label, data });

describe("Discord's Markdown", () => {
  it.each([
    ["**bold** *it* ~~gone~~ `a*b`", "**bold** *it* ~~gone~~ `a*b`"],
    ["snake_case and 2 * 3 * 4", String.raw`snake\_case and 2 \* 3 \* 4`],
    ["a\\*b and ||secret||", String.raw`a\*b and \|\|secret\|\|`],
    ["ping <@123> and <#5> and <t:1>", String.raw`ping \<@123> and \<#5> and \<t:1>`],
    ["see [the docs](https://d.example/a_b)", "see [the docs](<https://d.example/a_b>)"],
    ["see https://d.example/a_b_c.", "see https://d.example/a_b_c."],
    ["[https://bank.example](https://evil.example)", String.raw`https://bank.example (https://evil.example)`],
    ["[mail](mailto:a@b.example)", "mail (mailto:a@b.example)"],
    ["# One\n\n#### Four", "# One\n\n**Four**"],
    ["\\# no heading\n\\- no list\n\\> no quote", "\\# no heading\n\\- no list\n\\> no quote"],
    ["- a\n  - b\n- c", "- a\n  - b\n- c"],
    ["> quoted\n> twice", "> quoted\n> twice"],
    ["```ts\nlet a = `x`;\n```", "```ts\nlet a = `x`;\n```"],
    ["````\nuse ``` here\n````", "```\nuse `\u200b`` here\n```"],
    ["a ``x`y`` b", "a `` x`y `` b"],
    ["---", "———"],
    ["| a | b |\n| - | - |\n| 1 | *2* |", "```\na | b\n--+--\n1 | 2\n```"],
  ])("%j becomes %j", (markdown, content) => {
    expect(text(markdown)).toBe(content);
  });

  it("gives the same words without marks for a chat that refuses them, code as it is", () => {
    const [piece] = render([{ kind: "text", markdown: "some **bold** and *it* `a\\*b` 2 \\* 3\n\n```sh\necho \\n **x**\n```" }]);
    const instead = piece?.instead && parseBody(piece.instead);
    expect(instead).toEqual({ kind: "text", content: "some bold and it a\\*b 2 * 3\n\necho \\n **x**", buttons: [] });
    expect(render([{ kind: "text", markdown: "plain words" }])[0]).not.toHaveProperty("instead");
  });

  it("what is escaped reads as it was", () => {
    for (const words of ["*_~`|\\<[]>#-", "- a", "# b", "> c", "-# d", "C:\\dir\\*.txt"]) expect(withoutMarks(escaped(words))).toBe(words);
  });
});

describe("pieces", () => {
  it("the head is a small line right above the text", () => {
    const [piece] = render([
      { kind: "text", markdown: "# Done" },
      { kind: "head", text: "site · *asked* by Ann" },
    ]);
    expect(piece && parseBody(piece)).toMatchObject({ content: "-# site · \\*asked\\* by Ann\n# Done" });
  });

  it("a code block that is cut is closed and opened again, and no character is cut in two", () => {
    const code = Array.from({ length: 150 }, (_, i) => `const line${i} = "😀";`).join("\n");
    const contents = render([{ kind: "text", markdown: `\`\`\`ts\n${code}\n\`\`\`` }]).map((piece) => parseBody(piece));
    expect(contents.length).toBeGreaterThan(1);
    for (const body of contents) {
      if (body.kind !== "text") throw new Error("no text");
      expect(body.content).toMatch(/^```ts\n[\s\S]*\n```$/);
      expect(body.content.length).toBeLessThanOrEqual(2_000);
      expect(body.content.isWellFormed()).toBe(true);
    }
  });

  it("a text that grows past the limit by its escapes is split by what is sent", () => {
    const bodies = render([{ kind: "text", markdown: "a_b ".repeat(480) }]).map((piece) => parseBody(piece));
    expect(bodies).toHaveLength(2);
    for (const body of bodies) expect(body.kind === "text" && body.content.length <= 2_000).toBe(true);
  });

  it("no cut parts a backslash from what it escapes", () => {
    const bodies = render([{ kind: "text", markdown: `x${"_".repeat(2_500)}` }]).map((piece) => parseBody(piece));
    expect(bodies.length).toBeGreaterThan(1);
    for (const body of bodies) expect(body).toMatchObject({ content: expect.stringMatching(/^x?(\\_)+$/) as unknown });
  });

  it("more than six messages become the beginning and a file with the whole; a question stays in messages", () => {
    const long = Array.from({ length: 3_000 }, (_, i) => `w${i}`).join(" ");
    const [beginning, file, ...rest] = render([{ kind: "text", markdown: long }]).map((piece) => parseBody(piece));
    expect(rest).toEqual([]);
    expect(beginning).toMatchObject({ kind: "text", content: expect.stringMatching(/^w0 [\s\S]*…$/) as unknown });
    expect(file).toMatchObject({ kind: "textFile", name: "answer.md", text: long });
    const asked = render([
      { kind: "text", markdown: long },
      { kind: "buttons", question: "que_1", options: [option("Yes")] },
    ]).map((piece) => parseBody(piece));
    expect(asked.length).toBeGreaterThan(6);
    expect(asked.map((body) => (body.kind === "text" ? body.buttons.length : -1))).toEqual([...asked.slice(1).map(() => 0), 1]);
  });

  it("options that do not fit on buttons stand in the text, all of them", () => {
    const many = Array.from({ length: 26 }, (_, i) => option(`Option ${i}`, `q:abcde:${i}`));
    for (const options of [many, [option("x".repeat(81))], [option("x", "y".repeat(101))], [option("")]]) {
      const [piece] = render([{ kind: "buttons", question: "que_1", options }]);
      expect(piece && parseBody(piece)).toMatchObject({ buttons: [], content: expect.stringContaining(say("en", channelTexts.howToAnswer)) as unknown });
    }
  });

  it("a file of more than ten megabytes is told in words with its size", () => {
    const file = {
      kind: "file",
      artifact: "art_1",
      path: "/x",
      name: "big_one.zip",
      mime: "application/zip",
      bytes: 11 * 1024 * 1024,
      description: "All",
    } as const;
    const [piece] = render([file]);
    expect(piece && parseBody(piece)).toMatchObject({
      kind: "text",
      content: expect.stringMatching(/big\\_one\.zip[\s\S]*11 MB[\s\S]*10 MB[\s\S]*All/) as unknown,
    });
    expect(render([{ ...file, bytes: 1 }])[0]).toMatchObject({ bytes: 1, body: { kind: "file", content: "All" } });
  });
});
