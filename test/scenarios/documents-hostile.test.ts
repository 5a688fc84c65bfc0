import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { docxParts } from "#test/fakes/documents/office-files";
import { readersOf } from "#test/fakes/documents/readers";
import { lockedOffice, lockedPdf, proseDocx, reportPdf, smallXlsx } from "#test/fakes/documents/samples";
import { repeated, zipOf } from "#test/fakes/documents/zip-writer";
import { fileTexts } from "#hub/files/texts";
import { say } from "#lib/words/words";
import { Parley } from "./parley.ts";

// The readers have their own tests of what is broken inside a file. Here a whole hub is handed such files, and goes on.

let parley: Parley;
let outside = "";

beforeAll(async () => {
  parley = await Parley.start();
  outside = await mkdtemp(join(tmpdir(), "parley-outside-"));
  const at = (name: string): string => join(parley.home, name);
  const main = "word/document.xml";
  const parts = docxParts("<w:p><w:r><w:t>text</w:t></w:r></w:p>");
  const bomb = repeated(400, { before: String(parts[main]).replace(/<\/[^>]*>$/u, ""), pattern: " " });
  const others = Object.entries(parts).flatMap(([name, data]) => (name === main ? [] : [{ name, data }]));
  await writeFile(at("bomb.docx"), zipOf([...others, { name: main, data: bomb }]));
  await writeFile(at("huge.pdf"), "%PDF-1.7\n");
  await truncate(at("huge.pdf"), 1024 ** 3);
  await writeFile(at("locked.pdf"), lockedPdf());
  await writeFile(at("locked.docx"), lockedOffice());
  await writeFile(at("really-a-pdf.docx"), reportPdf(1));
  await writeFile(at("really-a-book.pdf"), smallXlsx());
  await writeFile(at("cut.docx"), proseDocx("words").subarray(0, -40));
  await writeFile(at("empty.pdf"), "");
  await writeFile(at("noise.pdf"), Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 7_919) % 256)));
  await writeFile(join(outside, "private.pdf"), reportPdf(1));
  await symlink(join(outside, "private.pdf"), at("link.pdf"));
  await symlink(outside, at("away"));
  await mkdir(at("folder.pdf"));
  await mkdir(at("secrets"));
  await writeFile(at("secrets/private.pdf"), reportPdf(1));
  spawnSync("mkfifo", [at("pipe.pdf")]);
});
afterAll(async () => {
  await parley[Symbol.asyncDispose]();
  await rm(outside, { recursive: true, force: true });
});

const exec = async (command: string) => (await parley.api("POST", "/api/exec", { command })).body;

/** The hub is there, no program is left, and nothing was written. */
async function isUntouched(): Promise<void> {
  expect((await parley.api("GET", "/health", undefined, null)).body).toMatchObject({ status: "ok" });
  expect(readersOf(process.pid)).toEqual([]);
  const written = await readdir(join(parley.home, ".agents/artifacts"), { recursive: true }).catch(() => []);
  expect(written.filter((name) => /\.(?:md|csv|part)$/.test(name))).toEqual([]);
}

const outsideWords = (path: string): string => say("en", fileTexts.fileOutside, { path });

describe("a hostile file", { timeout: 120_000 }, () => {
  it.each([
    ["bomb.docx", "TooLarge", "unpacks to more"],
    ["huge.pdf", "TooLarge", "at most"],
    ["locked.pdf", "Encrypted", "password"],
    ["locked.docx", "Encrypted", "password"],
    ["cut.docx", "Damaged", "save it again"],
    ["empty.pdf", "Damaged", "is empty"],
    ["noise.pdf", "NotSupported", "PDF or text"],
    ["link.pdf", "InvalidArgs", outsideWords("link.pdf")],
    ["away/private.pdf", "InvalidArgs", outsideWords("away/private.pdf")],
    ["../private.pdf", "InvalidArgs", outsideWords("../private.pdf")],
    ["/etc/passwd", "InvalidArgs", outsideWords("/etc/passwd")],
    ["pipe.pdf", "InvalidArgs", "not a regular file"],
    ["folder.pdf", "InvalidArgs", "not a regular file"],
    ["secrets/private.pdf", "InvalidArgs", "secrets"],
  ])("%s is %s, in words, and the hub is untouched", async (name, code, words) => {
    // What is no picture of a page is nothing for the OCR, whatever else it may be.
    const isOffice = name === "bomb.docx" || name === "cut.docx";
    for (const command of ["doc extract", "table to-csv", ...(isOffice ? [] : ["doc ocr"])]) {
      const output = await exec(`${command} --in ${name}`);
      expect([command, output["error_code"], output["exit_code"]]).toEqual([command, code, 1]);
      expect(output["stderr"]).toContain(words);
    }
    await isUntouched();
  });

  it("cannot be written over, out of the workspace, or through a link", async () => {
    for (const out of ["../x.md", "/tmp/x.md", "secrets/x.md", "away/x.md", "link.pdf"])
      expect(await exec(`doc extract --in really-a-pdf.docx --out ${out} --confirm`)).toMatchObject({ error_code: "InvalidArgs" });
    expect(await readdir(outside)).toEqual(["private.pdf"]);
    await isUntouched();
  });

  it("that only has the wrong ending is read as what it is, with a warning", async () => {
    for (const [name, format, claim] of [
      ["really-a-pdf.docx", "pdf", ".docx"],
      ["really-a-book.pdf", "xlsx", ".pdf"],
    ])
      expect(await exec(`doc extract --in ${name} --out ${format}.md`)).toMatchObject({
        exit_code: 0,
        result: { format, warnings: [expect.stringMatching(`\\${claim}.+${format}`)] },
      });
    await isUntouched();
  });
});
