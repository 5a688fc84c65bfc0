import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDocuments } from "#commands/documents/reader/read-document";
import type { DocumentRequest } from "#documents/program/protocol";
import { systemClock } from "#lib/time/clock";
import { packed } from "#test/fakes/documents/office-files";
import { makePdf, ruleFrom, textAt } from "#test/fakes/documents/pdf-files";
import { richDocx, richPptx, richXlsx } from "#test/fakes/documents/rich-files";
import { holding } from "#test/matching";

// Every format and every verb through the program itself, as the commands ask it.

const documents = createDocuments({ clock: systemClock });
let dir = "";

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "parley-formats-"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const grid = [640, 610, 580].map((y) => ruleFrom(72, y, 272, y)).join("") + [72, 172, 272].map((x) => ruleFrom(x, 580, x, 640)).join("");
const cells = [textAt(78, 620, "Name"), textAt(178, 620, "Sum"), textAt(78, 590, "Ada"), textAt(178, 590, "12")].join("");
const files = {
  pdf: () =>
    makePdf([{ content: textAt(72, 700, "Words of a page") + cells + grid }, { content: textAt(72, 700, "More words") }], {
      info: "/Title (A title) /Author (Ada)",
    }),
  docx: () => packed(richDocx()),
  pptx: () => packed(richPptx()),
  xlsx: () => packed(richXlsx()),
};

async function ask(bytes: Uint8Array, request: Partial<DocumentRequest>) {
  const path = join(dir, "file");
  writeFileSync(path, bytes);
  const fd = openSync(path, "r");
  const told = { text: "", csv: "", tables: [] as unknown[], warnings: [] as string[] };
  try {
    const end = await documents.read(
      fd,
      { verb: "extract", format: "auto", mode: "md", ...request },
      {
        signal: new AbortController().signal,
        timeMs: 60_000,
        onText: (text) => void (told.text += text),
        onCsv: (text) => void (told.csv += text),
        onTable: (table) => void told.tables.push(table),
        onWarning: (sentence) => void told.warnings.push(sentence),
      },
    );
    return { ...told, end };
  } finally {
    closeSync(fd);
  }
}

describe("extract", () => {
  it("detects each format by its content, and warns if another was requested", async () => {
    for (const [format, make] of Object.entries(files)) {
      const { end, text, warnings } = await ask(make(), {});
      expect(end.format).toBe(format);
      expect(text.length).toBeGreaterThan(20);
      expect(end.counts.tables).toBeGreaterThan(0);
      expect(warnings.filter((sentence) => sentence.includes("by its content"))).toEqual([]);
      const other = await ask(make(), { format: format === "pdf" ? "docx" : "pdf", extension: format });
      expect(other.text).toBe(text);
      expect(other.warnings).toContain(`The format ${format === "pdf" ? "docx" : "pdf"} was requested, but the content is ${format}; it was read as that.`);
    }
  });

  it("says of a slide or sheet that is none how many there are", async () => {
    for (const [format, what] of [
      ["pptx", "slide"],
      ["xlsx", "sheet"],
    ] as const)
      await expect(ask(files[format](), { pages: { from: 99, to: 99 } })).rejects.toMatchObject({ code: "InvalidArgs", message: holding(`no ${what} 99`) });
  });

  it("writes each format as text, as Markdown with tables, and as JSON", async () => {
    for (const make of Object.values(files)) {
      const [text, md, json] = [await ask(make(), { mode: "text" }), await ask(make(), { mode: "md" }), await ask(make(), { mode: "json" })];
      expect(text.text).not.toContain("| --- |");
      expect(md.text).toContain("| --- |");
      const { blocks } = JSON.parse(json.text) as { blocks: readonly { kind: string }[] };
      expect(blocks.some(({ kind }) => kind === "table")).toBe(true);
    }
  });

  it("truncates at the requested number of characters and marks it", async () => {
    for (const make of Object.values(files)) {
      const { text, end } = await ask(make(), { mode: "text", maxChars: 25 });
      expect(end).toMatchObject({ chars: 25, truncated: true });
      expect([...text].slice(25).join("")).toBe("\n\n[Truncated after 25 characters.]\n");
    }
    expect((await ask(files.pdf(), { maxChars: 25 })).end.counts.pages).toBe(2);
  });

  it("reads only the requested pages or slides; a text document is read completely, with a warning", async () => {
    expect((await ask(files.pdf(), { mode: "text", pages: { from: 2, to: 2 } })).text).toBe("[Page 2]\n\nMore words\n");
    expect((await ask(files.pptx(), { mode: "text", pages: { from: 1, to: 1 } })).text).not.toContain("[Slide 2");
    const whole = await ask(files.docx(), { pages: { from: 9, to: 9 } });
    expect(whole.warnings).toContainEqual(holding("no fixed pages"));
  });
});

describe("tables", () => {
  it("come as CSV, each named before its rows", async () => {
    const pdf = await ask(files.pdf(), { verb: "tables" });
    expect(pdf).toMatchObject({ csv: "Name,Sum\r\nAda,12\r\n", tables: [{ number: 1, page: 1 }] });
    for (const make of [files.docx, files.xlsx, files.pptx]) {
      const { csv, tables, end } = await ask(make(), { verb: "tables" });
      expect(csv).toContain(",");
      expect(tables.length).toBe(end.counts.tables);
    }
  });

  it("are chosen by number, sheet and range", async () => {
    expect((await ask(files.pdf(), { verb: "tables", table: 1, range: "B1:B2" })).csv).toBe("Sum\r\n12\r\n");
    await expect(ask(files.pdf(), { verb: "tables", table: 7 })).rejects.toMatchObject({ code: "NoSuchTable" });
    await expect(ask(files.pdf(), { verb: "tables", range: "nonsense" })).rejects.toMatchObject({ code: "InvalidArgs" });
    await expect(ask(files.pdf(), { verb: "tables", sheet: "One" })).rejects.toMatchObject({ code: "InvalidArgs", message: holding("no sheets") });
    const { tables } = await ask(files.xlsx(), { verb: "tables", sheet: "1" });
    expect(tables).toHaveLength(1);
  });

  it("are cut between rows", async () => {
    expect(await ask(files.pdf(), { verb: "tables", maxChars: 12 })).toMatchObject({ csv: "Name,Sum\r\n", end: { truncated: true } });
  });
});

describe("info", () => {
  it("tells what a file is without its text", async () => {
    const pdf = files.pdf();
    expect((await ask(pdf, { verb: "info" })).end.info).toEqual({
      kind: "pdf",
      bytes: pdf.length,
      encrypted: false,
      hasText: true,
      pages: 2,
      title: "A title",
      author: "Ada",
    });
    expect((await ask(files.pptx(), { verb: "info" })).end.info).toMatchObject({ kind: "pptx", hasText: true });
    expect((await ask(files.xlsx(), { verb: "info" })).end.info).toMatchObject({ kind: "xlsx", hasText: true });
    expect((await ask(Buffer.from("474946383961800200020000", "hex"), { verb: "info" })).end.info).toEqual({
      kind: "gif",
      bytes: 12,
      encrypted: false,
      hasText: false,
      width: 640,
      height: 512,
    });
  });
});

describe("ocr", () => {
  it("suggests extract for a document with text, and the file tools for a text file", async () => {
    await expect(ask(files.docx(), { verb: "ocr" })).rejects.toMatchObject({ code: "InvalidArgs", message: holding("doc extract") });
    await expect(ask(Buffer.from("plain words"), { verb: "ocr" })).rejects.toMatchObject({ code: "NotSupported", message: holding("file tools") });
  });

  it("is where extract points for pictures and for pages without text", async () => {
    await expect(ask(Buffer.from("89504e470d0a1a0a0000", "hex"), {})).rejects.toMatchObject({ code: "NotSupported", message: holding("doc ocr") });
    await expect(ask(makePdf([{ content: "" }]), {})).rejects.toMatchObject({ code: "NoText", message: holding("doc ocr"), data: { pages: 1 } });
  });
});
