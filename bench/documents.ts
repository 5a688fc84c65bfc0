import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { createDocuments, type Documents } from "#commands/documents/reader/read-document";
import { systemClock } from "#lib/time/clock";
import { calm } from "./calm.ts";
import { textOf, workbookOf } from "./documents-files.ts";
import { hostile } from "./documents-hostile.ts";
import { median, row } from "./numbers.ts";

// How long a document takes from starting the program to its last word, and how much memory, beside the programs and packages that do the same.
// All run in turn, one document a process, so that each pays for its own start and each meets the same weather.
//   npm run bench:documents              a workbook of 20,000 rows, a text and a PDF of 500 pages, ten at once, and files that are made to do harm
//   npm run bench:documents -- --short   a tenth of that, once, and nothing that does harm

interface Reader {
  readonly name: string;
  readonly command: readonly string[];
}

const isShort = process.argv.includes("--short");
const times = isShort ? 1 : 5;
const [rows, pages] = isShort ? [2_000, 50] : [20_000, 500];
const scratch = mkdtempSync(join(tmpdir(), "parley-bench-"));
const node = (reader: string, file: string): readonly string[] => [process.execPath, join(import.meta.dirname, "documents-reader.ts"), reader, file];

try {
  const xlsx = put("book.xlsx", workbookOf(rows));
  await compare(`${rows.toLocaleString("en")} rows of ten cells`, xlsx, [
    { name: "Parley", command: node("parley-xlsx", xlsx) },
    { name: "read-excel-file", command: node("read-excel-file", xlsx) },
  ]);
  const docx = put("text.docx", textOf(pages));
  await compare(`${pages} pages of text`, docx, [
    { name: "Parley", command: node("parley-docx", docx) },
    { name: "mammoth", command: node("mammoth", docx) },
    { name: "pandoc", command: ["pandoc", docx, "-t", "plain", "--wrap=none"] },
  ]);
  const pdf = printed(docx);
  await compare("the same text, as LibreOffice prints it to PDF", pdf, [
    { name: "Parley", command: node("parley-pdf", pdf) },
    { name: "pdftotext", command: ["pdftotext", pdf, "-"] },
  ]);
  await asTheHub(pdf, docx, xlsx);
  await tenAtOnce([pdf, docx, xlsx]);
  if (!isShort) await hostile();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function compare(title: string, file: string, readers: readonly Reader[]): Promise<void> {
  const runs = new Map(readers.map(({ name }) => [name, { ms: [] as number[], mb: [] as number[], characters: 0 }]));
  for (let round = 0; round < times; round += 1) {
    for (const { name, command } of readers) {
      const { ms, mb, characters } = await measure(command);
      const all = runs.get(name);
      all?.ms.push(ms);
      all?.mb.push(mb);
      if (all !== undefined) all.characters = characters;
    }
  }
  const first = median(runs.get(readers[0]?.name ?? "")?.ms ?? []);
  console.log(`\n${title}, ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  row("", "ms", "to Parley", "peak MB", "characters");
  for (const { name } of readers) {
    const { ms, mb, characters } = runs.get(name) ?? { ms: [], mb: [], characters: 0 };
    row(`  ${name}`, median(ms), median(ms) / first, median(mb), characters);
  }
}

/** One after the other in a confined program, as `doc extract` reads them; pdftotext in the same rounds. Two threads need two processors that are free. */
async function asTheHub(pdf: string, docx: string, xlsx: string): Promise<void> {
  const [documents, single] = [createDocuments({ clock: systemClock }), createDocuments({ clock: systemClock, cores: 1 })];
  const readings: Readonly<Record<string, () => Promise<Reading>>> = {
    "the PDF": () => readIn(documents, pdf),
    "the PDF with one thread": () => readIn(single, pdf),
    "the text": () => readIn(documents, docx),
    "the workbook": () => readIn(documents, xlsx),
  };
  const told = new Map(Object.keys(readings).map((name) => [name, [] as Reading[]]));
  const theirs: number[] = [];
  // The first of each finds out what the machine can do, once and for all.
  for (const reading of Object.values(readings)) await reading();
  for (let round = 0; round < times; round += 1) {
    for (const [name, reading] of Object.entries(readings)) {
      await calm();
      told.get(name)?.push(await reading());
    }
    await calm();
    theirs.push((await measure(["pdftotext", pdf, "-"])).ms);
  }
  console.log("\nAs doc extract reads them, each in a confined program of its own");
  row("", "ms", "first line", "first word", "peak MB");
  for (const [name, all] of told) {
    const of = (which: keyof Reading): number => median(all.map((one) => one[which]));
    row(`  ${name}`, of("ms"), of("line"), of("word"), of("mb"));
  }
  row("  pdftotext", median(theirs));
  for (const [name, aim] of [
    ["the PDF", "aim: 2"],
    ["the PDF with one thread", ""],
  ] as const)
    row(`  ${name} to pdftotext`, median((told.get(name) ?? []).map(({ ms }) => ms)) / median(theirs), aim);
}

/** All at once, of which the hub reads three at a time. */
async function tenAtOnce(files: readonly string[]): Promise<void> {
  const documents = createDocuments({ clock: systemClock });
  await documents.confinement();
  const all = await Promise.all(Array.from({ length: 10 }, (_, at) => readIn(documents, files[at % files.length] ?? "")));
  console.log("\nTen documents at once, each in a program of its own");
  row("", "ms", "first word", "peak MB");
  for (const [name, of] of Object.entries({ "the first": Math.min, all: Math.max }))
    row(`  ${name}`, of(...all.map(({ ms }) => ms)), of(...all.map(({ word }) => word)), Math.max(...all.map(({ mb }) => mb)));
}

interface Reading {
  readonly ms: number;
  /** Until anything was told: how far it is, or words. */
  readonly line: number;
  readonly word: number;
  readonly mb: number;
}

async function readIn(documents: Documents, file: string): Promise<Reading> {
  const fd = openSync(file, "r");
  const began = performance.now();
  let [line, word, mb] = [0, 0, 0];
  await documents.read(
    fd,
    { verb: "extract", format: "auto", mode: "md" },
    {
      signal: new AbortController().signal,
      timeMs: 600_000,
      onProgress: () => void (line ||= performance.now() - began),
      onText: () => {
        word ||= performance.now() - began;
        line ||= word;
      },
      onPeak: (bytes) => (mb = bytes / 1e6),
    },
  );
  closeSync(fd);
  return { ms: performance.now() - began, line, word, mb };
}

async function measure([program = "", ...args]: readonly string[]): Promise<{ readonly ms: number; readonly mb: number; readonly characters: number }> {
  const began = performance.now();
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  let mb = 0;
  // The kernel keeps the highest mark; what comes after the last look is missed, so it looks often.
  const looking = setInterval(() => (mb = Math.max(mb, peakMb(child.pid))), 5);
  const [out] = await Promise.all([text(child.stdout), once(child, "close")]);
  clearInterval(looking);
  const ms = performance.now() - began;
  if (child.exitCode !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${child.exitCode}`);
  const told = Number(out);
  return { ms, mb, characters: Number.isNaN(told) ? out.length : told };
}

function peakMb(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/u.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function printed(file: string): string {
  const own = pathToFileURL(join(scratch, "profile")).href;
  execFileSync("soffice", [`-env:UserInstallation=${own}`, "--headless", "--convert-to", "pdf", "--outdir", scratch, file], { stdio: "pipe" });
  return file.replace(/docx$/u, "pdf");
}

function put(name: string, bytes: Buffer): string {
  const file = join(scratch, name);
  writeFileSync(file, bytes);
  return file;
}
