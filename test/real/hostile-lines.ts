/** As long as a line can be. */
const longest = 256 * 1024;

/** Fills a line with repetitions of `part`. The word at the end shows when all of it has been drawn. */
function filled(part: string, { before = "", after = "" } = {}): string {
  const room = longest - before.length - after.length - endWord.length - 1;
  return `${before}${part.repeat(Math.ceil(room / part.length)).slice(0, room)}${after} ${endWord}`;
}

export const endWord = "lastwordofall";

/** What the others are compared with. */
export const plainLine = filled("The harvest report says that the barn is dry. ");

/** Lines of 256 kB that cost a browser more than their length suggests. */
export const hostileLines: Readonly<Record<string, string>> = {
  "zero-width characters": filled("\u200b"),
  "zero-width characters between letters": filled("a\u200b"),
  "different zero-width characters": filled("\u200b\u200c\u2060\ufeff"),
  "bidi controls": filled("\u202e\u2066abc\u2069\u202c"),
  "two directions of writing by turns": filled("a\u05d0"),
  "combining marks on one letter": filled("\u0301\u0323\u0489", { before: "Z" }),
  "combining marks on every letter": filled("e\u0301\u0302\u0303"),
  "a table of small cells": filled("|a|b|c|d\n", { before: "|a|b|c|d\n|-|-|-|-\n", after: "\n" }),
  "a table of forty columns": filled(`${"|a".repeat(40)}\n`, { before: `${"|a".repeat(40)}\n${"|-".repeat(40)}\n`, after: "\n" }),
  "many small tables": filled("|a|b\n|-|-\n|c|d\n\n"),
  "rows of bars without a head": filled("|"),
  "nested quotes": filled("> > > > > a\n\n> b\n\n"),
  "nested lists": filled("- a\n  - b\n    - c\n      - d\n"),
  "a list of empty items": filled("-\n"),
  "quotes in quotes in one line": filled("> "),
  "marks that open and never close": filled("**a_"),
  emphasis: filled("*a* "),
  "emphasis in emphasis": filled("***a** b* "),
  links: filled("[a](http://b.c) "),
  "bare addresses": filled("http://b.c "),
  "half links": filled("[a]("),
  "inline code": filled("`a` "),
  "code fences": filled("```\na\n```\n"),
  "one code fence that never closes": filled("a\n", { before: "```\n" }),
  "one code fence of zero-width characters": filled("a\u200b\n", { before: "```\n", after: "\n```\n" }),
  "code of one long word": filled("a", { before: "```ini\n", after: "\n```\n" }),
  "code of many small tokens": filled("{1,2},\n", { before: "```json\n", after: "\n```\n" }),
  "code in code in code": filled("`${\n", { before: "```ts\n", after: "\n```\n" }),
  "many coloured blocks": filled("```ts\nlet a = '1';\n```\n"),
  "a diff of empty lines": filled("+\n", { before: "```diff\n@@ -1,0 +1,99999 @@\n", after: "\n```\n" }),
  "many small diffs": filled("```diff\n@@ -1 +1 @@\n-a\n+b\n```\n"),
  headings: filled("# a\n"),
  rules: filled("---\n\n"),
  "line ends": filled("a\n"),
  "one word without a space": filled("x"),
  "one Chinese word without a space": filled("语"),
  "emoji sequences": filled("👩‍👩‍👧‍👦"),
  "flags and skin tones": filled("🇪🇺👍🏽"),
  "variation selectors": filled("a\ufe0f"),
  "tags that look like HTML": filled("<img src=x onerror=alert(1)><script>alert(1)</script><br>"),
  "line breaks that look like HTML": filled("<br>"),
  escapes: filled("\\*"),
};
