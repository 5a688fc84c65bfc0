import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDocuments } from "#commands/documents/reader/read-document";
import type { DocumentVerb } from "#documents/program/protocol";
import { ParleyError } from "#domain/errors";
import { systemClock } from "#lib/time/clock";
import { docxParts, packed, sharedStrings, xlsxParts, type Parts } from "#test/fakes/documents/office-files";
import { emptyPages, hostilePdfs } from "#test/fakes/documents/hostile-pdfs";
import { hostilePictures, tinyPrint } from "#test/fakes/documents/hostile-pictures";
import { repeated, zipOf } from "#test/fakes/documents/zip-writer";
import { calm } from "./calm.ts";

// What files that are made to do harm cost: each read as the hub reads it, one after the other.

const aim = { seconds: 10, megabytes: 600 } as const;
const both: readonly DocumentVerb[] = ["extract", "ocr"];

export async function hostile(): Promise<void> {
  const documents = createDocuments({ clock: systemClock });
  await documents.confinement();
  const dir = mkdtempSync(join(tmpdir(), "parley-hostile-"));
  const path = join(dir, "file");
  let [longest, largest] = [0, 0];
  console.log(`\nFiles that are made to do harm, aim: ${aim.seconds} s and ${aim.megabytes} MB`);
  line("", "", "outcome", "s", "peak MB");
  try {
    for (const { name, verbs, make } of files()) {
      writeFileSync(path, "");
      const bytes = make();
      if (typeof bytes === "number") truncateSync(path, bytes);
      else writeFileSync(path, bytes);
      for (const verb of verbs) {
        await calm();
        const fd = openSync(path, "r");
        const began = performance.now();
        let peak = 0;
        const outcome = await documents
          .read(fd, { verb, format: "auto", mode: "text" }, { signal: new AbortController().signal, timeMs: 600_000, onPeak: (most) => (peak = most / 1e6) })
          .then(
            () => "read",
            (cause: unknown) => (cause instanceof ParleyError ? cause.code : String(cause)),
          );
        closeSync(fd);
        const seconds = (performance.now() - began) / 1_000;
        [longest, largest] = [Math.max(longest, seconds), Math.max(largest, peak)];
        line(name, verb, outcome, seconds.toFixed(1), peak.toFixed(0));
      }
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  line("the most of all", "", longest < aim.seconds && largest < aim.megabytes ? "within" : "past the aim", longest.toFixed(1), largest.toFixed(0));
}

interface HostileFile {
  readonly name: string;
  readonly verbs: readonly DocumentVerb[];
  /** A number is a file of so many bytes with nothing in it. */
  readonly make: () => Uint8Array | number;
}

function files(): readonly HostileFile[] {
  const pdfs = Object.entries(hostilePdfs).map(([name, make]) => ({ name, verbs: both, make }));
  const pictures = Object.entries(hostilePictures).map(([name, make]) => ({ name, verbs: ["ocr"] as const, make }));
  const text = docxParts("<w:p><w:r><w:t>text</w:t></w:r></w:p>");
  const cells = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';
  const book = xlsxParts({ S: cells }, { "xl/sharedStrings.xml": sharedStrings(["<t>text</t>"]) });
  return [
    ...pdfs,
    { name: "a hundred thousand empty pages", verbs: both, make: () => emptyPages(100_000) },
    { name: "a page in the smallest print", verbs: both, make: tinyPrint },
    ...pictures,
    ...office("a text", text, "word/document.xml"),
    ...office("a workbook", book, "xl/worksheets/sheet1.xml"),
    { name: "a gigabyte of nothing", verbs: both, make: () => 1_073_741_824 },
  ];
}

function office(what: string, parts: Parts, main: string): readonly HostileFile[] {
  const others = Object.entries(parts).flatMap(([name, data]) => (name === main ? [] : [{ name, data }]));
  const original = String(parts[main]);
  const opened = original.replace(/<\/[^>]*>$/u, "");
  const laughs = Array.from({ length: 9 }, (_unused, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("");
  const verbs = ["extract", "tables"] as const;
  return [
    { name: `${what} that unpacks to 400 MB`, verbs, make: () => zipOf([...others, { name: main, data: repeated(400, { before: opened, pattern: " " }) }]) },
    { name: `${what} a million elements deep`, verbs, make: () => zipOf([...others, { name: main, data: repeated(3, { before: opened, pattern: "<a>" }) }]) },
    {
      name: `${what} of a billion laughs`,
      verbs,
      make: () => packed({ ...parts, [main]: original.replace(/(<\?xml.*?\?>)/u, `$1<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>`) }),
    },
  ];
}

function line(name: string, verb: string, ...values: readonly string[]): void {
  console.log(`  ${name.padEnd(62)}${verb.padEnd(9)}${values.map((value) => value.padStart(12)).join("")}`);
}
