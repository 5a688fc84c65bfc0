import type { Counts, Findings, Source } from "#documents/blocks";
import type { DocumentRequest } from "#documents/protocol";
import { DocumentFault } from "#documents/fault";
import { createBodySize } from "./body-size.ts";
import { readLines } from "./lines.ts";
import { readLinks } from "./links.ts";
import { withPdf, type PdfDocument } from "./open.ts";
import { blocksOf } from "./paragraphs.ts";
import { tablesOn, withTables, writeTable } from "./page-tables.ts";
import type { Pdfium } from "./pdfium.ts";

export async function readPdf(source: Source, out: Findings, pages?: DocumentRequest["pages"]): Promise<Counts> {
  return withPdf(source, (document) => ({ pages: document.pages, tables: readText(document, out, pages) }));
}

function readText(document: PdfDocument, out: Findings, pages: DocumentRequest["pages"]): number {
  const bodySize = createBodySize();
  let tables = 0;
  eachPage(document, out, pages, (page, number) => {
    withText(document.pdfium, page, (textPage) => {
      const { lines, isCut } = readLines(document.pdfium, textPage);
      if (isCut) out.warn(`Page ${number} holds more text than is read of one page; the rest of it was left out.`);
      if (lines.length === 0) return;
      out.block({ kind: "page", of: "page", number });
      const links = readLinks(document.pdfium, page, textPage, lines);
      const size = bodySize(lines);
      for (const part of withTables(lines, tablesOn(document.pdfium, page, textPage))) {
        if ("rows" in part) writeTable(out, (tables += 1), part);
        else for (const block of blocksOf(part.lines, links, size)) out.block(block);
      }
    });
  });
  return tables;
}

// More than the largest that PDF can say, and less than what fills the memory with one flag a point.
const mostPoints = 2_000_000;

/** One page after the other, each given back before the next. */
export function eachPage(document: PdfDocument, out: Findings, pages: DocumentRequest["pages"], visit: (page: number, number: number) => void): void {
  const { pdfium, handle } = document;
  const { from, to } = rangeOf(document, pages);
  if (document.isRepaired) out.warn("The PDF is damaged: its table of contents was put together again from what is left, and parts may be missing.");
  const unread: number[] = [];
  out.progress(0, to - from + 1);
  for (let number = from; number <= to; number++) {
    const page = pdfium.call.FPDF_LoadPage(handle, number - 1);
    if (page === 0 || isBoundless(pdfium, page)) unread.push(number);
    else visit(page, number);
    if (page !== 0) pdfium.call.FPDF_ClosePage(page);
    out.progress(number - from + 1, to - from + 1);
  }
  if (unread.length > 0) out.warn(sayUnread(unread, to - from + 1));
}

/** Larger than any paper: what is on it cannot be laid out. */
export function isBoundless({ call }: Pdfium, page: number): boolean {
  return !(call.FPDF_GetPageWidthF(page) < mostPoints && call.FPDF_GetPageHeightF(page) < mostPoints);
}

export function withText(pdfium: Pdfium, page: number, use: (textPage: number) => void): void {
  const textPage = pdfium.call.FPDFText_LoadPage(page);
  if (textPage === 0) return;
  use(textPage);
  pdfium.call.FPDFText_ClosePage(textPage);
}

function rangeOf({ pages: count, isRepaired }: PdfDocument, pages: DocumentRequest["pages"]): { from: number; to: number } {
  if (count <= 0)
    throw isRepaired
      ? new DocumentFault("Damaged", "No page of the PDF is left: it is cut off or damaged. Get it again from where it came from.")
      : new DocumentFault(
          "NoPages",
          "The PDF has no pages, so there is nothing to read. Get it again from where it came from. If there are pictures of it, doc ocr reads those.",
        );
  if (pages === undefined) return { from: 1, to: count };
  if (pages.from > count)
    throw new DocumentFault(
      "InvalidArgs",
      `The PDF has ${count} ${count === 1 ? "page" : "pages"}; there is no page ${pages.from}. Choose pages from 1 to ${count}.`,
    );
  return { from: pages.from, to: Math.min(pages.to, count) };
}

function sayUnread(unread: readonly number[], of: number): string {
  const some = unread.slice(0, 5).join(", ");
  return `${unread.length} of ${of} pages could not be read: ${some}${unread.length > 5 ? " and more" : ""}.`;
}
