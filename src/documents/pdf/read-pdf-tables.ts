import type { Counts, Findings, BlockSource } from "#documents/blocks";
import type { DocumentRequest } from "#documents/program/protocol";
import { withPdf } from "./open.ts";
import { writeTable } from "./page-tables.ts";
import { eachPage, withText } from "./pages.ts";
import { readRules } from "./rules.ts";
import { findTables } from "./table-shapes.ts";
import { readWords } from "./words.ts";

/** A PDF holds no tables, only what looks like them: lines that cross, and words that stand below each other. */
export async function readPdfTables(source: BlockSource, out: Findings, pages?: DocumentRequest["pages"]): Promise<Counts> {
  return withPdf(source, (document) => {
    let tables = 0;
    eachPage(document, out, pages, (page, number) => {
      withText(document.pdfium, page, (textPage) => {
        const found = findTables(readWords(document.pdfium, textPage), readRules(document.pdfium, page));
        if (found.length > 0) out.block({ kind: "page", of: "page", number });
        for (const table of found) writeTable(out, (tables += 1), table);
      });
    });
    return { pages: document.pages, tables };
  });
}
