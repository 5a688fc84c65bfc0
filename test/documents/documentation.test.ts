import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { docCommands } from "#commands/documents/doc/index";
import { createDocuments } from "#commands/documents/reader/read-document";
import { tableCommands } from "#commands/documents/table/index";
import { usageOf } from "#domain/arg-spec";
import { errorCodes } from "#domain/errors";
import { systemClock } from "#lib/time/clock";

const root = dirname(dirname(import.meta.dirname));
const page = (name: string): string => readFileSync(join(root, "docs", name), "utf8");
const guide = page("documents.md");

describe("the page about documents", () => {
  it("has every command as it is", () => {
    const documents = createDocuments({ clock: systemClock });
    for (const command of [...docCommands(documents), ...tableCommands(documents)])
      expect(guide).toContain(`| \`${usageOf(command).replaceAll("|", "\\|")}\` |`);
  });

  it("explains every code that a reading can end with", () => {
    const [, readings = ""] = /\/\/ what a document is\n(.*?)\/\//s.exec(readFileSync(join(root, "src/domain/errors.ts"), "utf8")) ?? [];
    const codes = [...readings.matchAll(/^ {2}(\w+): \d+,$/gm)].map(([, code = ""]) => code);
    expect(codes.length).toBeGreaterThan(5);
    for (const code of [...codes, "NotSupported", "TooLarge", "Timeout", "Stopped", "ConfirmRequired", "NotFound", "InvalidArgs"]) {
      expect(errorCodes).toHaveProperty(code);
      expect(guide).toMatch(new RegExp(`^\\| (?:\`\\w+\`, )*\`${code}\`.* \\|$`, "m"));
    }
  });

  it("shows what the tests have measured, and not more", () => {
    const sharesIn = (text: string): readonly string[] => [...text.matchAll(/\d+(?:\.\d %)? of \d+/g)].map(([share]) => share).toSorted();
    // What pdftotext finds stands in the last column there and is not repeated.
    const ours = page("documents-recall-pdf.md").replaceAll(/ \|[^|]*\|$/gm, " |");
    expect(sharesIn(guide)).toEqual([...sharesIn(page("documents-recall.md")), ...sharesIn(ours)].toSorted());
  });
});
