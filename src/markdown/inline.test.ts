import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeHref } from "./href.ts";
import { parseInline } from "./inline.ts";
import type { Inline } from "./tree.ts";

const text = (value: string): Inline => ({ kind: "text", text: value });

function plain(parts: readonly Inline[]): string {
  return parts.map((part) => ("children" in part ? plain(part.children) : "text" in part ? part.text : "\n")).join("");
}
function hrefs(parts: readonly Inline[]): readonly string[] {
  return parts.flatMap((part) => (part.kind === "link" ? [safeHref(part.href) ?? "unsafe"] : "children" in part ? hrefs(part.children) : []));
}
describe("the marks inside a line", () => {
  it.each<[string, readonly Inline[]]>([
    ["a **b** c", [text("a "), { kind: "strong", children: [text("b")] }, text(" c")]],
    ["***both***", [{ kind: "strong", children: [{ kind: "em", children: [text("both")] }] }]],
    ["*a **b** c*", [{ kind: "em", children: [text("a "), { kind: "strong", children: [text("b")] }, text(" c")] }]],
    ["~~gone~~", [{ kind: "strike", children: [text("gone")] }]],
    ["snake_case_name", [text("snake_case_name")]],
    ["2 * 3 * 4", [text("2 * 3 * 4")]],
    ["**“引用”**后面", [{ kind: "strong", children: [text("“引用”")] }, text("后面")]],
    ["`a * b` *c*", [{ kind: "code", text: "a * b" }, text(" "), { kind: "em", children: [text("c")] }]],
    ["``a ` b``", [{ kind: "code", text: "a ` b" }]],
    [String.raw`\*not\*`, [text("*not*")]],
    ["one\ntwo", [text("one"), { kind: "break" }, text("two")]],
    ["one<br>two \\<br>", [text("one"), { kind: "break" }, text("two <br>")]],
    ["**a*b**", [{ kind: "strong", children: [text("a*b")] }]],
    ["a\\\nb", [text("a"), { kind: "break" }, text("b")]],
    ["\\*a\\* \\d", [text("*a* \\d")]],
    ["`` a`b ``", [{ kind: "code", text: "a`b" }]],
    ["![cat](https://x.org/c.png)", [{ kind: "link", href: "https://x.org/c.png", children: [text("cat")] }]],
    ["**open", [text("**open")]],
    ["<b>x</b>", [text("<b>x</b>")]],
  ])("reads %j", (source, parts) => expect(parseInline(source)).toEqual(parts));

  it("reads bold, italic, struck, code and links, one in the other", () => {
    expect(parseInline('a **b *c* d** ~~e~~ `f*g*` [h **i**](http://j "k") <https://l.m>')).toEqual([
      text("a "),
      { kind: "strong", children: [text("b "), { kind: "em", children: [text("c")] }, text(" d")] },
      text(" "),
      { kind: "strike", children: [text("e")] },
      text(" "),
      { kind: "code", text: "f*g*" },
      text(" "),
      { kind: "link", href: "http://j", children: [text("h "), { kind: "strong", children: [text("i")] }] },
      text(" "),
      { kind: "link", href: "https://l.m", children: [text("https://l.m")] },
    ]);
  });

  it.each(["snake_case_name", "2 * 3 * 4", "a ** b", "[x] done", "f(a[0])", "`open", "~/dir ~ and ~a~", "a < b > c", "C:\\dir", "**open", "wow![", "!"])(
    "leaves what is not markup as it was written: %j",
    (words) => expect(plain(parseInline(words))).toBe(words.replace("![", "[")),
  );

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

  it("takes marks as text where too many are open", () => {
    const open = "**a ".repeat(250);
    expect(parseInline(`${open}~~b~~`)).toEqual([{ kind: "text", text: `${open}~~b~~` }]);
  });
});
