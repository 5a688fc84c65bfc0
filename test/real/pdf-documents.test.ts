import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDocuments } from "#commands/documents/reader/read-document";
import type { DocumentBlock } from "#documents/blocks";
import { readPdf } from "#documents/pdf/read-pdf";
import { readPdfTables } from "#documents/pdf/read-pdf-tables";
import type { DocumentRequest } from "#documents/program/protocol";
import { systemClock } from "#lib/time/clock";
import { readAll, type Read } from "#test/fakes/documents/reading";
import { holding } from "#test/matching";
import { recall, textOfBlocks, textOfXml, wordsOf, type Recall } from "#test/real/office-recall";
import { slideDeck, textDocument } from "#test/real/office-sources";

// PDFs that LibreOffice wrote, read here and by pdftotext; and pictures that pdftoppm drew of them, read by the OCR.

const dir = mkdtempSync(join(tmpdir(), "parley-pdf-"));
const at = (name: string): string => join(dir, name);
const docs = join(dirname(dirname(import.meta.dirname)), "docs", "documents-recall-pdf.md");
const documents = createDocuments({ clock: systemClock });
const measured: { readonly row: string; readonly words: Recall; readonly theirs?: Recall }[] = [];

function convert(to: string, ...names: string[]): void {
  const own = pathToFileURL(at("profile")).href;
  execFileSync("soffice", [`-env:UserInstallation=${own}`, "--headless", "--convert-to", to, "--outdir", dir, ...names.map(at)], {
    stdio: "pipe",
    timeout: 110_000,
    // File names and CSV are in whatever the locale says; a bare machine says nothing.
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
}

const pdftotext = (name: string): string[] => wordsOf(execFileSync("pdftotext", [at(name), "-"], { encoding: "utf8" }));
const read = (name: string): Promise<Read> => readAll(readFileSync(at(name)), readPdf);
const bodyOf = (source: string): string => source.slice(source.indexOf("<office:body>"));

async function ask(name: string, request: Partial<DocumentRequest>) {
  const fd = openSync(at(name), "r");
  let text = "";
  try {
    const end = await documents.read(
      fd,
      { verb: "extract", format: "auto", mode: "text", extension: extname(name).slice(1), ...request },
      { signal: new AbortController().signal, timeMs: 110_000, onText: (part) => void (text += part) },
    );
    return { text, end };
  } finally {
    closeSync(fd);
  }
}

const plain = ["The quick brown fox jumps over the lazy dog.", "今天的天气很好，我们去公园散步。", "Invoice 4711: total 98.50 EUR"];

beforeAll(() => {
  mkdirSync(at("profile"));
  const scan = textDocument().replace(
    /<office:text>.*<\/office:text>/su,
    `<office:text>${plain.map((line) => `<text:p>${line}</text:p>`).join("")}</office:text>`,
  );
  const sources = { "text.fodt": textDocument(), "deck.fodp": slideDeck(), "plain.fodt": scan };
  for (const [name, source] of Object.entries(sources)) writeFileSync(at(name), source);
  const locked = '{"EncryptFile":{"type":"boolean","value":"true"},"DocumentOpenPassword":{"type":"string","value":"open sesame"}}';
  convert(`pdf:writer_pdf_Export:${locked}`, "plain.fodt");
  execFileSync("mv", [at("plain.pdf"), at("locked.pdf")]);
  convert("pdf", "text.fodt", "deck.fodp", "plain.fodt");
  execFileSync("pdftoppm", ["-r", "200", "-png", "-singlefile", at("plain.pdf"), at("scan")]);
}, 240_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe("a PDF that LibreOffice wrote", () => {
  it.each([
    // The number of a footnote stands in one word with the word that it is at.
    ["a text", "text.pdf", textDocument, ["noted", "1"]],
    ["a presentation", "deck.pdf", slideDeck, []],
  ] as const)("of %s has every word that pdftotext finds, and every word that was put into it", async (what, name, source, apart) => {
    const { blocks } = await read(name);
    const marks = blocks.flatMap((block) => (block.kind === "item" && block.mark !== undefined ? [block.mark] : []));
    const found = wordsOf([textOfBlocks(blocks), ...marks].join("\n"));
    const theirs = pdftotext(name);
    expect(recall(theirs, found).missing).toEqual(apart);
    // Speaker's notes are not part of a slide's picture.
    const put = wordsOf(textOfXml(bodyOf(source()).replaceAll(/<presentation:notes.*?<\/presentation:notes>/gsu, "")));
    const words = recall(put, found);
    expect(words.missing).toEqual(apart.filter((word) => word !== "1"));
    measured.push({ row: what, words, theirs: recall(put, theirs) });
  });

  it("keeps headings, items, links and tables", async () => {
    const { blocks } = await read("text.pdf");
    const words = (block: DocumentBlock): string => ("spans" in block ? block.spans.map(({ text }) => text).join("") : "");
    expect(blocks.find((block) => block.kind === "heading")).toBeDefined();
    expect(blocks.flatMap((block) => ("spans" in block ? block.spans : [])).find(({ link }) => link === "https://example.org/page?a=1&b=2")?.text).toContain(
      "linked words",
    );
    expect(blocks.filter((block) => block.kind === "item").map(words)).toEqual(expect.arrayContaining(["apples 苹果", "pears"]));
    const tables = await readAll(readFileSync(at("text.pdf")), readPdfTables);
    const rows = tables.blocks.flatMap((block) => (block.kind === "row" ? [block.cells] : []));
    expect(rows).toContainEqual(["Ann", "Paris", "30"]);
    expect(rows).toContainEqual(["李雷", "北京", "41"]);
  });

  it("and locked with a password is told as encrypted, by info too", async () => {
    await expect(ask("locked.pdf", {})).rejects.toMatchObject({ code: "Encrypted", message: holding("password") });
    expect((await ask("locked.pdf", { verb: "info" })).end.info).toMatchObject({ kind: "pdf", encrypted: true, hasText: false });
  });
});

describe("the OCR", () => {
  it("reads English and Chinese in a picture of a page", async () => {
    const { text, end } = await ask("scan.png", { verb: "ocr" });
    const words = recall(wordsOf(plain.join("\n")), wordsOf(text));
    expect(words.found / words.expected).toBeGreaterThan(0.9);
    expect(text).toContain("我们去公园散步");
    expect(end).toMatchObject({ format: "png", counts: { pages: 1 } });
    measured.push({ row: "a picture, by OCR", words });
  });

  it("reads the pages of a PDF as pictures", async () => {
    const { text } = await ask("plain.pdf", { verb: "ocr" });
    expect(recall(wordsOf(plain.join("\n")), wordsOf(text)).missing.length).toBeLessThan(4);
  });
});

it("finds as much as the documentation says", async () => {
  const share = (one: Recall | undefined): string => (one === undefined ? "–" : `${one.found} of ${one.expected}`);
  const rows = measured.map(({ row, words, theirs }) => `| ${row} | ${share(words)} | ${share(theirs)} |`);
  const head = ["| PDF of | words found | pdftotext finds |", "| --- | --- | --- |"];
  const about =
    "Written by `test/real/pdf-documents.test.ts`, which has LibreOffice make the documents, reads them and fails when this table is not what it measured.";
  expect(measured).toHaveLength(3);
  await expect(["# What is found in PDFs and pictures", "", about, "", ...head, ...rows, ""].join("\n")).toMatchFileSnapshot(docs);
});
