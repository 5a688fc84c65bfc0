import { describe, expect, it } from "vitest";
import { phrasesOf } from "./search-words.ts";
import { snippetOf } from "./snippet.ts";

function snippet(text: string, query: string): string {
  return snippetOf(text, phrasesOf(query));
}

describe("a snippet", () => {
  it("marks each hit in the text as it was written", () => {
    expect(snippet("The Déploy of foo-bar: deploy", "deploy foo-bar")).toBe("The <mark>Déploy</mark> of <mark>foo-bar</mark>: <mark>deploy</mark>");
  });

  it("marks words without spaces as one, and hits that overlap as one", () => {
    expect(snippet("明天部署新版本", "部署")).toBe("明天<mark>部署</mark>新版本");
    expect(snippet("部署新版本", "部署新 新版")).toBe("<mark>部署新版</mark>本");
    expect(snippet("哈哈哈", "哈哈")).toBe("<mark>哈哈哈</mark>");
  });

  it("shows what is around the first hit of a long text, on one line", () => {
    const shown = snippet(`${"before ".repeat(200)}\n\nneedle\n${"after ".repeat(200)}`, "needle");
    expect(shown).toMatch(/^….*before <mark>needle<\/mark> after.*…$/);
    expect(shown.length).toBeLessThan(250);
  });

  it("never cuts a character in two", () => {
    const shown = snippet(`${"🙂".repeat(100)}x needle x${"🙂".repeat(100)}`, "needle");
    expect(shown.isWellFormed()).toBe(true);
    expect(snippet(`${"🙂".repeat(100)} x needle x${"🙂".repeat(100)}`, "needle").isWellFormed()).toBe(true);
  });

  it("leaves the text as it is, tags included", () => {
    expect(snippet("<b>needle</b>", "needle")).toBe("<b><mark>needle</mark></b>");
  });
});
