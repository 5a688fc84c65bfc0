import { describe, expect, it } from "vitest";
import { pageText } from "./page-text.ts";

const text = (html: string): string => pageText(html, "https://example.org/a/b");

describe("the text of a page", () => {
  it("has its title, headings, lists, tables, code and where links lead, and no scripts", () => {
    const html = `<!doctype html><html><head><title>Guide &amp; more</title><style>p { color: red }</style></head>
<body><script>steal("</b>")</script><!-- hidden <b>words</b> --><h2>Install</h2>
<p>Run   this,<br>then <a href="../next?x=1&amp;y=2">go on</a> or <a href="javascript:alert(1)">not</a>.</p>
<ul><li>one</li><li>two &#8364; &#x4e2d; &nope;</li></ul>
<pre>if (a &lt; b) {
    run();
}</pre><table><tr><td>a</td><td>b</td></tr></table></body></html>`;
    expect(text(html)).toBe(`# Guide & more

## Install

Run this,
then go on (https://example.org/next?x=1&y=2) or not.

- one

- two € 中 &nope;

if (a < b) {
    run();
}

a | b |`);
  });

  it("is read of broken pages too", () => {
    expect(text("a < b and <p>c")).toBe("a < b and\nc");
    expect(text("before<script>never closed")).toBe("before");
    expect(text("before<!-- never closed")).toBe("before");
    expect(text("before <b")).toBe("before");
    expect(text("&#0;&#xd800;&#9999999;")).toBe("\ufffd\ufffd\ufffd");
    expect(text("</a></a><a>x</a>")).toBe("x");
  });

  it("takes time that grows with the page alone", () => {
    for (const piece of ["<script ", "<script>", "<!--", "<a href=", "<title", "</pre", "< ", "&#"])
      expect(text(piece.repeat(250_000)).length).toBeLessThan(2_000_000);
  });
});
