import type { Findings } from "#documents/blocks";
import type { DocumentRequest } from "#documents/program/protocol";
import { DocumentFault } from "#documents/fault";
import type { PdfDocument } from "./open.ts";
import type { Pdfium } from "./pdfium.ts";

// More than the largest that PDF can say, and less than what fills the memory with one flag a point.
const mostPoints = 2_000_000;

export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** Tells of the pages that are asked for how far they are read and, at the end, which could not be. */
export interface PagesRead extends PageRange {
  done(number: number, isRead: boolean): void;
  end(): void;
}

/** One page after the other, each given back before the next. */
export function eachPage(document: PdfDocument, out: Findings, pages: DocumentRequest["pages"], visit: (page: number, number: number) => void): void {
  const read = followPages(document, out, pages);
  for (let number = read.from; number <= read.to; number++) {
    const isRead = withPage(document, number, (page) => {
      visit(page, number);
      return true;
    });
    read.done(number, isRead === true);
  }
  read.end();
}

export function followPages(document: PdfDocument, out: Findings, pages: DocumentRequest["pages"]): PagesRead {
  const range = rangeOf(document, pages);
  const total = range.to - range.from + 1;
  const unread: number[] = [];
  let done = 0;
  if (document.isRepaired) out.warn("The PDF is damaged: its cross-reference table was rebuilt, and parts may be missing.");
  out.progress(0, total);
  return {
    ...range,
    done: (number, isRead) => {
      if (!isRead) unread.push(number);
      out.progress((done += 1), total);
    },
    end: () => {
      if (unread.length > 0)
        out.warn(
          sayUnread(
            unread.toSorted((a, b) => a - b),
            total,
          ),
        );
    },
  };
}

/** Undefined when there is no such page or it cannot be laid out. */
export function withPage<T>({ pdfium, handle }: PdfDocument, number: number, use: (page: number) => T): T | undefined {
  const page = pdfium.call.FPDF_LoadPage(handle, number - 1);
  if (page === 0) return undefined;
  const found = isBoundless(pdfium, page) ? undefined : use(page);
  pdfium.call.FPDF_ClosePage(page);
  return found;
}

/** Larger than any paper. */
function isBoundless({ call }: Pdfium, page: number): boolean {
  return !(call.FPDF_GetPageWidthF(page) < mostPoints && call.FPDF_GetPageHeightF(page) < mostPoints);
}

export function withText<T>(pdfium: Pdfium, page: number, use: (textPage: number) => T): T | undefined {
  const textPage = pdfium.call.FPDFText_LoadPage(page);
  if (textPage === 0) return undefined;
  const found = use(textPage);
  pdfium.call.FPDFText_ClosePage(textPage);
  return found;
}

export function rangeOf({ pages: count, isRepaired }: PdfDocument, pages: DocumentRequest["pages"]): PageRange {
  if (count <= 0)
    throw isRepaired
      ? new DocumentFault("Damaged", "The PDF has no readable pages: it is truncated or damaged. Get it again.")
      : new DocumentFault("NoPages", "The PDF has no pages, so there is nothing to read. Get it again, or use doc ocr on images of it.");
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
