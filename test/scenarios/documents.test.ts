import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyPptx, oldOffice, pictureOf, proseDocx, reportPdf, richFiles, scanOf, smallXlsx } from "#test/fakes/documents/samples";
import { documentTexts } from "#commands/documents/texts";
import { say } from "#lib/words/words";
import { holding } from "#test/matching";
import { verifies } from "#test/verifies";
import { Parley } from "./parley.ts";

interface Output {
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly error_code?: string;
  readonly result: Record<string, unknown>;
  readonly artifacts: readonly { readonly path: string; readonly mime: string; readonly description: string }[];
  readonly run_id: string;
}

let parley: Parley;
const slowMs = 120_000;
const exec = async (command: string, on = parley): Promise<Output> => (await on.api("POST", "/api/exec", { command })).body as unknown as Output;
const text = (path: unknown, on = parley): Promise<string> => readFile(join(on.home, String(path)), "utf8");

async function put(on: Parley, files: Readonly<Record<string, Uint8Array | string>>): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(on.home, name), bytes);
}

beforeAll(async () => {
  parley = await Parley.start();
  const picture = await pictureOf("Invoice 4711 is due in May", "Total 98.50 EUR");
  await put(parley, {
    "report.pdf": reportPdf(),
    ...Object.fromEntries(Object.entries(richFiles).map(([name, make]) => [name, make()])),
    "small.xlsx": smallXlsx(),
    "scan.pdf": scanOf(picture),
    "invoice.pgm": picture,
  });
});
afterAll(() => parley[Symbol.asyncDispose]());

describe("doc extract", { timeout: slowMs }, () => {
  verifies(["TE-DOC-1", "TE-DOC-6", "TE-DOC-7"], "reads each format, sums it up, and hands over the text as an artifact", async () => {
    const cases = [
      ["report.pdf", ["今年的收成很好", "| Ada | 12 |", "<!-- page 3 -->"], { pages: 3, tables: 3, format: "pdf" }],
      ["notes.docx", ["# 第一章", "[link](https://example.org)", "| a | b |"], { tables: 1, format: "docx" }],
      ["slides.pptx", ["## Slide 1", "### [标题](https://example.org)", "> **Speaker notes:** "], { slides: 2, format: "pptx" }],
      ["numbers.xlsx", ["## Sheet 1: One", "| 姓名 |", "2024-03-01"], { sheets: 2, tables: 2, format: "xlsx" }],
    ] as const;
    for (const [name, words, counts] of cases) {
      const output = await exec(`doc extract --in ${name}`);
      expect(output).toMatchObject({
        exit_code: 0,
        result: { ok: true, status: "ok", truncated: false, ...counts, mode: "md" },
        artifacts: [{ mime: "text/markdown", description: `The text of ${name}` }],
      });
      const [artifact] = output.artifacts;
      expect(artifact?.path).toBe(`.agents/artifacts/${output.run_id}/${name.replace(/\..*$/, ".md")}`);
      expect(output.result["out"]).toBe(artifact?.path);
      expect(output.result["warnings"]).toBeInstanceOf(Array);
      const written = await text(artifact?.path);
      for (const word of words) expect(written).toContain(word);
      expect(output.result["extracted_chars"]).toBe([...written].length - 1);
      expect(output.stdout).toContain(`characters: ${[...written].length - 1}`);
      expect(output.stdout).toMatch(/^(?:pdf · pages: 3|docx|pptx · slides: 2|xlsx · sheets: 2) · paragraphs: \d+ · tables: \d+ · /);
      expect(output.stdout).toContain(`Written to: ${artifact?.path}`);
    }
    expect((await exec("doc extract --in numbers.xlsx")).stdout).toContain("\nWarning: Sheet One has hidden rows or columns");
  });

  verifies("TE-DOC-2", "writes where --out says, and replaces nothing without --confirm", async () => {
    const first = await exec("doc extract --in report.pdf --out report.md");
    expect(first).toMatchObject({ exit_code: 0, result: { out: "report.md" }, artifacts: [{ path: "report.md" }] });
    await writeFile(join(parley.home, "report.md"), "mine");
    expect(await exec("doc extract --in report.pdf --out report.md")).toMatchObject({ exit_code: 1, error_code: "ConfirmRequired", artifacts: [] });
    expect(await text("report.md")).toBe("mine");
    expect(await exec("doc extract --in report.pdf --out report.md --confirm")).toMatchObject({ exit_code: 0 });
    expect(await text("report.md")).toContain("harvest");
    for (const command of ["doc extract --in report.pdf", "doc ocr --in report.pdf", "table to-csv --in report.pdf --table 1"])
      expect(await exec(`${command} --out ./report.pdf --confirm`)).toMatchObject({ error_code: "InvalidArgs", stderr: holding("would destroy it") });
    expect((await readFile(join(parley.home, "report.pdf"))).equals(reportPdf())).toBe(true);
    expect(await exec("doc extract --in report.pdf --out nowhere/report.md")).toMatchObject({ error_code: "NotFound", stderr: holding("folder") });
    expect(await exec("doc extract --in missing.pdf")).toMatchObject({ error_code: "NotFound" });
    expect(await exec("doc extract")).toMatchObject({ error_code: "InvalidArgs", stderr: holding("`--in` is missing. Usage: `doc extract --in PATH") });
  });

  verifies("TE-DOC-3", "takes the format by name, and the content's word against it", async () => {
    for (const [name, format] of [
      ["report.pdf", "pdf"],
      ["notes.docx", "docx"],
      ["slides.pptx", "pptx"],
      ["numbers.xlsx", "xlsx"],
    ])
      expect(await exec(`doc extract --in ${name} --format ${format}`)).toMatchObject({ exit_code: 0, result: { format } });
    const other = await exec("doc extract --in report.pdf --format docx");
    expect(other).toMatchObject({ exit_code: 0, result: { format: "pdf", warnings: [expect.stringMatching(/docx.+pdf/)] } });
    expect(await exec("doc extract --in report.pdf --format doc")).toMatchObject({ error_code: "InvalidArgs", stderr: holding("auto | pdf | docx") });
  });

  verifies("TE-DOC-4", "cuts after --max-chars characters and marks the cut", async () => {
    const output = await exec("doc extract --in report.pdf --mode text --max-chars 30");
    expect(output).toMatchObject({ exit_code: 0, result: { status: "truncated", truncated: true, extracted_chars: 30, pages: 3 } });
    expect(output.stdout).toContain(say("en", documentTexts.docCut, { count: 30 }));
    expect(await text(output.result["out"])).toMatch(/^[\s\S]{30}\n\n\[Truncated after 30 characters\.\]\n$/);
    for (const wrong of ["0", "-1", "many"])
      expect(await exec(`doc extract --in report.pdf --max-chars ${wrong}`)).toMatchObject({ error_code: "InvalidArgs" });
  });

  verifies("TE-DOC-5", "writes text, Markdown or JSON, as --mode or the ending of --out says", async () => {
    const md = await exec("doc extract --in report.pdf --mode md");
    const plain = await exec("doc extract --in report.pdf --out plain.txt");
    const json = await exec("doc extract --in report.pdf --out blocks.json");
    expect(await text(md.result["out"])).toContain("| Name | Sum |\n| --- | --- |");
    expect(await text("plain.txt")).not.toContain("| --- |");
    const { format, truncated, blocks } = JSON.parse(await text("blocks.json")) as { format: string; truncated: boolean; blocks: readonly unknown[] };
    expect([format, truncated, blocks[0]]).toEqual(["pdf", false, { kind: "page", of: "page", number: 1 }]);
    expect(blocks).toContainEqual({
      kind: "table",
      number: 1,
      rows: [
        ["Name", "Sum"],
        ["Ada", "12"],
      ],
    });
    expect([md, plain, json].map(({ artifacts }) => artifacts[0]?.mime)).toEqual(["text/markdown", "text/plain", "application/json"]);
  });

  it("takes pages, and says when that is no page", async () => {
    const second = await exec("doc extract --in report.pdf --pages 2 --mode text");
    expect(await text(second.result["out"])).toMatch(/^\[Page 2\]\n/);
    expect(await exec("doc extract --in report.pdf --pages 9")).toMatchObject({ error_code: "InvalidArgs", stderr: holding("3 pages") });
    for (const wrong of ["0", "3-1", "1,2", "x"])
      expect(await exec(`doc extract --in report.pdf --pages ${wrong}`)).toMatchObject({ error_code: "InvalidArgs", stderr: holding("such as 1-5") });
  });
});

describe("what holds no text", { timeout: slowMs }, () => {
  it("of an Office file is a failure that sends nobody to the OCR, which would send them back", async () => {
    await put(parley, { "blank.docx": proseDocx("") });
    const blank = await exec("doc extract --in blank.docx");
    expect(blank).toMatchObject({ error_code: "NoText", stderr: holding("export it as PDF") });
    expect(blank.result).not.toHaveProperty("hint");
    expect((await exec("doc info --in blank.docx")).stdout).toContain("export it as PDF");
    const none = await exec("doc extract --in small.xlsx --pages 7");
    expect(["NoText", "InvalidArgs"]).toContain(none.error_code);
    expect(none.result["hint"]).not.toBe("doc ocr --in small.xlsx");
  });

  verifies("TE-DOC-8", "is a failure whose hint is the line that reads it: doc ocr", async () => {
    const none = await exec("doc extract --in scan.pdf");
    expect(none).toMatchObject({
      exit_code: 1,
      error_code: "NoText",
      artifacts: [],
      result: { ok: false, status: "failed", hint: "doc ocr --in scan.pdf", pages: 1 },
    });
    expect(none.stderr).toContain("doc ocr");
    const read = await exec(String(none.result["hint"]));
    expect(read).toMatchObject({ exit_code: 0, result: { ok: true, format: "pdf", pages: 1 } });
    expect(await text(read.result["out"])).toContain("Invoice 4711 is due in May");
    const picture = await exec("doc ocr --in invoice.pgm --out invoice.txt --lang eng");
    expect(picture).toMatchObject({ exit_code: 0, result: { format: "pnm" } });
    expect(await text("invoice.txt")).toContain("Total 98.50 EUR");
    expect(await exec("doc ocr --in notes.docx")).toMatchObject({ error_code: "InvalidArgs", stderr: holding("doc extract") });
    expect(await exec("doc ocr --in scan.pdf --lang fra")).toMatchObject({ error_code: "InvalidArgs", stderr: holding("eng | chi_sim") });
  });

  it("and has no pages says that", async () => {
    await put(parley, { "none.pptx": emptyPptx(), "blank.docx": proseDocx("") });
    expect(await exec("doc extract --in none.pptx")).toMatchObject({ error_code: "NoPages", stderr: holding("doc ocr") });
    expect(await exec("doc extract --in blank.docx")).toMatchObject({ error_code: "NoText", stderr: holding("doc ocr") });
  });
});

describe("doc info", { timeout: slowMs }, () => {
  it("tells what a file is without writing anything", async () => {
    expect(await exec("doc info --in report.pdf")).toMatchObject({
      exit_code: 0,
      artifacts: [],
      result: { kind: "pdf", pages: 3, encrypted: false, has_text: true, title: "The harvest", author: "Ada" },
    });
    expect(await exec("doc info --in scan.pdf")).toMatchObject({ result: { has_text: false }, stdout: holding("doc ocr") });
    expect(await exec("doc info --in slides.pptx")).toMatchObject({ result: { kind: "pptx", slides: 2, has_text: true } });
    expect(await exec("doc info --in numbers.xlsx")).toMatchObject({ result: { kind: "xlsx", sheets: 2 } });
    expect((await exec("doc info --in invoice.pgm")).result).toMatchObject({ kind: "pnm", has_text: false });
  });
});

describe("table to-csv", { timeout: slowMs }, () => {
  verifies("TE-DOC-9", "writes the tables of xlsx, docx and pdf; which one is chosen by sheet, table and range", async () => {
    const one = await exec("table to-csv --in small.xlsx --out small.csv");
    expect(one).toMatchObject({
      exit_code: 0,
      result: { format: "xlsx", rows: 2, tables: [{ number: 1, name: "Harvest", out: "small.csv" }], out: "small.csv" },
    });
    expect(await text("small.csv")).toBe("Name,Sum\r\n=cmd(),12.5\r\n");
    expect(await text((await exec("table to-csv --in small.xlsx --safe --range A2:A2")).result["out"])).toBe("'=cmd()\r\n");

    const docx = await exec("table to-csv --in notes.docx");
    expect(await text(docx.result["out"])).toBe("a,b\r\nwide,\r\n");
    const named = await exec("table to-csv --in report.pdf --table 2 --out named.csv");
    expect(named.artifacts).toMatchObject([{ description: holding("Table 2 ") }]);
    const pdf = await exec("table to-csv --in report.pdf --table 2");
    expect(pdf.result).toMatchObject({ tables: [{ number: 2, page: 2 }] });
    expect(await text(pdf.result["out"])).toBe("Name,Sum\r\nAda,12\r\n");

    const both = await exec("table to-csv --in numbers.xlsx");
    expect(both.artifacts.map(({ path, mime }) => [path.split("/").at(-1), mime])).toEqual([
      ["numbers-One.csv", "text/csv"],
      ["numbers-二.csv", "text/csv"],
    ]);
    const second = await exec("table to-csv --in numbers.xlsx --sheet 二 --out second.csv");
    expect([second.exit_code, await text("second.csv")]).toEqual([0, "1\r\n"]);
  });

  it("refuses one file for many tables and lists them, and what is not there", async () => {
    const many = await exec("table to-csv --in numbers.xlsx --out many.csv");
    expect(many).toMatchObject({ error_code: "InvalidArgs", stderr: holding("1 One, 2 二"), artifacts: [] });
    await expect(text("many.csv")).rejects.toThrow("ENOENT");
    expect(await exec("table to-csv --in numbers.xlsx --sheet Three")).toMatchObject({ error_code: "NoSuchTable", stderr: holding("One, 二") });
    expect(await exec("table to-csv --in scan.pdf")).toMatchObject({ error_code: "NoSuchTable" });
    expect(await exec("table to-csv --in notes.docx --range 1:B")).toMatchObject({ error_code: "InvalidArgs", stderr: holding("A1:D20") });
    expect(await exec("table to-csv --in notes.docx --pages 1")).toMatchObject({ error_code: "InvalidArgs" });
  });
});

describe("what cannot be read", { timeout: slowMs }, () => {
  verifies("TE-PLAT-2", "is NotSupported with platform and format, and says the way out", async () => {
    await put(parley, {
      "old.doc": oldOffice("WordDocument"),
      "old.ppt": oldOffice("PowerPoint Document"),
      "letter.rtf": "{\\rtf1 words}",
      "page.html": "<!doctype html><p>words",
    });
    for (const [name, format, way] of [
      ["old.doc", "doc", "export it as PDF"],
      ["old.ppt", "ppt", "export it as PDF"],
      ["letter.rtf", "rtf", "export it as PDF"],
      ["page.html", "html", "file tools"],
      ["invoice.pgm", "pnm", "doc ocr"],
    ]) {
      const output = await exec(`doc extract --in ${name}`);
      expect(output).toMatchObject({ exit_code: 1, error_code: "NotSupported", result: { ok: false, platform: process.platform, format } });
      expect(output.stderr).toContain(way);
    }
  });

  it("is said in the hub's language", async () => {
    await using chinese = await Parley.start({ yaml: "language: zh-CN\n" });
    await put(chinese, { "old.doc": oldOffice("WordDocument"), "report.pdf": reportPdf(1), "blank.docx": proseDocx("") });
    expect((await exec("doc extract --in old.doc", chinese)).stderr).toBe(say("zh-CN", documentTexts.docNotSupported, { format: "doc" }));
    expect((await exec("doc extract --in blank.docx", chinese)).stderr).toContain("`doc ocr`");
    expect((await exec("doc extract --in report.pdf", chinese)).stdout).toContain("pdf · 页数：1 · 段落：2 · 表格：1 · 字符：");
  });
});
