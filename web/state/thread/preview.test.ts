import { describe, expect, it } from "vitest";
import { previewOf } from "./preview.ts";

describe("a preview of Markdown", () => {
  it.each([
    ["## Hello\n\nI am the **demo agent**.", "Hello I am the demo agent."],
    ["- *one*\n- `two`\n- [x] ~~three~~", "one two three"],
    ["1. first\n2) second", "first second"],
    ["> quoted\n> twice", "quoted twice"],
    ['see [the page](https://example.com "title") and ![a picture](x.png)', "see the page and a picture"],
    ["```ts\nconst a = 1;\n```\nafter", "const a = 1; after"],
    ["| You say | You get |\n| --- | :-: |\n| ask | a card |", "You say You get ask a card"],
    ["one\n\n---\n\ntwo", "one two"],
    ["<https://example.com>", "https://example.com"],
    ["`` a`b ``", "a`b"],
    ["**bold that was cut", "bold that was cut"],
    ["2 ** 3, a**b", "2 ** 3, a**b"],
    ["2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"],
    [String.raw`\*not emphasis\*`, "*not emphasis*"],
    ["**<mark>Hello</mark>** world", "<mark>Hello</mark> world"],
    ["改法**没问题**。", "改法没问题。"],
  ])("%j reads %j", (markdown, text) => {
    expect(previewOf(markdown)).toBe(text);
  });
});
