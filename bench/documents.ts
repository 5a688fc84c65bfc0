import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { createDocuments } from "#commands/kit/read-document";
import { systemClock } from "#lib/clock";
import { textOf, workbookOf } from "./documents-files.ts";
import { median, row } from "./numbers.ts";

// How long a document takes from starting the program to its last word, and how much memory, beside the programs and packages that do the same.
// All run in turn, one document a process, so that each pays for its own start and each meets the same weather.
//   npm run bench:documents              a workbook of 20,000 rows, a text and a PDF of 500 pages, ten at once
//   npm run bench:documents -- --short   a tenth of that, once

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
  await tenAtOnce([pdf, docx, xlsx]);
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

/** As the hub reads them: each in a confined program, three at a time. */
async function tenAtOnce(files: readonly string[]): Promise<void> {
  const documents = createDocuments({ clock: systemClock });
  await documents.confinement();
  const began = performance.now();
  const all = await Promise.all(
    Array.from({ length: 10 }, async (_, at) => {
      const fd = openSync(files[at % files.length] ?? "", "r");
      let [first, peak] = [0, 0];
      await documents.read(
        fd,
        { verb: "extract", format: "auto", mode: "md" },
        {
          signal: new AbortController().signal,
          timeMs: 600_000,
          onText: () => void (first ||= performance.now() - began),
          onPeak: (bytes) => (peak = bytes / 1e6),
        },
      );
      closeSync(fd);
      return { first, peak, last: performance.now() - began };
    }),
  );
  console.log("\nTen documents at once, each in a program of its own");
  row("", "ms", "first word", "peak MB");
  row("  the first", Math.min(...all.map(({ last }) => last)), Math.min(...all.map(({ first }) => first)), Math.max(...all.map(({ peak }) => peak)));
  row("  all", Math.max(...all.map(({ last }) => last)), Math.max(...all.map(({ first }) => first)), Math.max(...all.map(({ peak }) => peak)));
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
