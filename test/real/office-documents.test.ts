import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readDocx } from "#documents/office/docx/docx";
import { readPptx } from "#documents/office/pptx/pptx";
import { readXlsx } from "#documents/office/xlsx/xlsx";
import { lineOf, linesOf, readAll, type Read } from "#test/fakes/documents/reading";
import { fromPandoc, parseCsv, recall, textOfBlocks, textOfXml, wordsOf, type Recall } from "#test/real/office-recall";
import { markdownDeck, markdownText, slideDeck, textDocument, workbook } from "#test/real/office-sources";

// Documents that other programs wrote, read here and by others: LibreOffice and pandoc make them, pandoc, LibreOffice and pdftotext read them too.

const dir = mkdtempSync(join(tmpdir(), "parley-office-"));
const at = (name: string): string => join(dir, name);
const docs = join(dirname(dirname(import.meta.dirname)), "docs", "documents-recall.md");

function convert(to: string, ...names: string[]): void {
  const own = pathToFileURL(at("profile")).href;
  execFileSync("soffice", [`-env:UserInstallation=${own}`, "--headless", "--convert-to", to, "--outdir", dir, ...names.map(at)], {
    stdio: "pipe",
    timeout: 110_000,
    // File names and CSV are in whatever the locale says; a bare machine says nothing.
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
}

const pandoc = (...args: string[]): string => execFileSync("pandoc", args, { cwd: dir, encoding: "utf8", stdio: "pipe" });
const pdfWords = (name: string): string[] => wordsOf(execFileSync("pdftotext", [at(name), "-"], { encoding: "utf8" }));
const read = (name: string): Promise<Read> => {
  const reader = { docx: readDocx, pptx: readPptx, xlsx: readXlsx }[name.slice(-4) as "docx" | "pptx" | "xlsx"];
  return readAll(readFileSync(at(name)), reader);
};
const cellsOf = ({ blocks }: Read): string[] => blocks.flatMap((block) => (block.kind === "row" ? block.cells : [])).filter((text) => text !== "");

const measured: { readonly row: string; readonly words: Recall; readonly cells?: Recall }[] = [];

beforeAll(() => {
  mkdirSync(at("profile"));
  const sources = { "text.fodt": textDocument(), "deck.fodp": slideDeck(), "book.fods": workbook(), "text.md": markdownText, "deck.md": markdownDeck };
  for (const [name, source] of Object.entries(sources)) writeFileSync(at(name), source);
  pandoc("text.md", "-o", "pandoc-text.docx");
  pandoc("deck.md", "-o", "pandoc-deck.pptx");
  convert("docx:MS Word 2007 XML", "text.fodt");
  convert("pptx", "deck.fodp");
  convert("xlsx", "book.fods");
  convert("pdf", "deck.pptx", "pandoc-deck.pptx");
  convert("csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1", "book.xlsx");
}, 240_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe("a docx that another program wrote", () => {
  it.each([
    ["LibreOffice", "text.docx", () => textOfXml(bodyOf(textDocument()))],
    ["pandoc", "pandoc-text.docx", () => markdownText.replaceAll(/\(https:[^)]*\)|\[\^n\]|^\d\. /gmu, " ")],
  ])("of %s has every word that was put into it, and every word and cell that pandoc finds", async (by, name, source) => {
    const ours = await read(name);
    const theirs = fromPandoc(pandoc(name, "-t", "json"));
    const found = wordsOf(textOfBlocks(ours.blocks));
    const words = recall(wordsOf(source()), found);
    expect(words.missing).toEqual([]);
    expect(recall(wordsOf(theirs.text), found).missing).toEqual([]);
    const cells = recall(
      theirs.cells.filter((text) => text !== ""),
      cellsOf(ours),
    );
    expect(cells.missing).toEqual([]);
    expect(cells.expected).toBeGreaterThan(5);
    measured.push({ row: `docx | ${by} | its source, pandoc`, words, cells });
  });

  it("keeps its shape", async () => {
    const lines = linesOf(await read("text.docx"));
    const from = lines.findIndex((line) => line.startsWith("before "));
    expect(lines[0]).toBe("# 第1章 Chapter 1");
    expect(lines).toContain("## Section 3");
    expect(lines.slice(from)).toEqual([
      "before linked words 链接<https://example.org/page?a=1&b=2> after\ttabbed",
      "- apples 苹果",
      "  - green ones",
      "- pears",
      "1. measure",
      "1. cut",
      "[table 1",
      "|Name 姓名|City|Age|",
      "|Ann|Paris|30|",
      "|李雷|北京|41|",
      "]",
      "between the tables",
      "[table 2",
      "|both||alone|",
      "|x|y|z|",
      "]",
      "noted[1] here",
      "anchor",
      "words in a box 文本框",
      "last & <least>",
      "[1] the footnote 脚注",
    ]);
  });
});

describe("a pptx that another program wrote", () => {
  it.each([
    ["LibreOffice", "deck.pptx", "deck.pdf", () => textOfXml(bodyOf(slideDeck()))],
    ["pandoc", "pandoc-deck.pptx", "pandoc-deck.pdf", () => markdownDeck.replaceAll(/\(https:[^)]*\)|::: notes/gu, " ")],
  ])("of %s has every word that was put into it, and every word of its PDF", async (by, name, pdf, source) => {
    const ours = await read(name);
    const found = wordsOf(textOfBlocks(ours.blocks));
    const words = recall(wordsOf(source()), found);
    expect(words.missing).toEqual([]);
    expect(recall(pdfWords(pdf), found).missing).toEqual([]);
    measured.push({ row: `pptx | ${by} | its source, pdftotext of its PDF`, words });
  });

  it("keeps its shape", async () => {
    expect(linesOf(await read("pandoc-deck.pptx"))).toEqual([
      "== slide 1",
      "### Opening 开场",
      "- harbour",
      "  - lantern",
      "- 春眠不觉晓",
      "> The speaker only sees this 只有讲者",
      "== slide 2",
      "### Numbers",
      "[table 1",
      "|City|People|",
      "|北京|21|",
      "|Oslo|7|",
      "]",
      "== slide 3",
      "### Ending",
      "Read the manual<https://example.org/manual> first.",
    ]);
    const lines = linesOf(await read("deck.pptx"));
    expect(lines).toContain("  - deeper point");
    expect(lines).toContain("> say this aloud 备注");
    expect(lines).toContain("see the page<https://example.org/deck>");
  });
});

describe("an xlsx that LibreOffice wrote", () => {
  it("has every cell that LibreOffice shows, in its place", async () => {
    const { blocks } = await read("book.xlsx");
    const expected: string[] = [];
    const found: string[] = [];
    let sheet = "";
    let row = 0;
    for (const block of blocks) {
      if (block.kind === "page") {
        sheet = block.title ?? "";
        row = 0;
        const csv = readdirSync(dir).find((name) => name.endsWith(`-${sheet}.csv`)) ?? `no CSV of ${sheet}`;
        parseCsv(readFileSync(at(csv), "utf8")).forEach((cells, line) =>
          cells.forEach((text, column) => text !== "" && expected.push(`${sheet} ${line} ${column} ${text}`)),
        );
      } else if (block.kind === "row") {
        block.cells.forEach((text, column) => text !== "" && found.push(`${sheet} ${row} ${column} ${text}`));
        row += 1;
      }
    }
    const cells = recall(expected, found);
    expect(cells.missing).toEqual([]);
    expect(found.length).toBe(expected.length);
    expect(expected.length).toBeGreaterThan(2_000);
    measured.push({ row: "xlsx | LibreOffice | LibreOffice's CSV", words: recall(expected.flatMap(wordsOf), found.flatMap(wordsOf)), cells });
  });

  it("keeps its types", async () => {
    const { blocks } = await read("book.xlsx");
    expect(blocks.slice(0, 5).map(lineOf)).toEqual([
      "== sheet 1 类型",
      "[table 1 类型",
      "|date|percent|grouped|time|boolean|zero|noise|",
      "|2024-02-29|12.34%|1,234,567.50|13:45:30|TRUE|0|0.3|",
      "]",
    ]);
  });
});

it("finds as much as the documentation says", async () => {
  const share = (one: Recall | undefined): string => (one === undefined ? "–" : `${((one.found / one.expected) * 100).toFixed(1)} % of ${one.expected}`);
  const rows = measured.map(({ row, words, cells }) => `| ${row} | ${share(words)} | ${share(cells)} |`);
  const head = ["| format | written by | compared with | words found | cells found |", "| --- | --- | --- | --- | --- |"];
  const about = "Written by `test/real/office-documents.test.ts`, which makes the documents, reads them and fails when this table is not what it measured.";
  expect(measured).toHaveLength(5);
  await expect([`# What is found in Office documents`, "", about, "", ...head, ...rows, ""].join("\n")).toMatchFileSnapshot(docs);
});

function bodyOf(source: string): string {
  return source.slice(source.indexOf("<office:body>"));
}
