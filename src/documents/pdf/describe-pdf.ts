import type { BlockSource } from "#documents/blocks";
import type { DocumentInfo } from "#documents/program/protocol";
import { DocumentFault } from "#documents/fault";
import { readLines } from "./lines.ts";
import { withPdf, type PdfDocument } from "./open.ts";
import { withPage, withText } from "./pages.ts";
import { defined } from "#lib/defined";

const lookedAt = 20;

export async function describePdf(source: BlockSource): Promise<Partial<DocumentInfo>> {
  try {
    return await withPdf(source, factsOf);
  } catch (cause) {
    // That it is locked is what there is to know of it.
    if (cause instanceof DocumentFault && cause.code === "Encrypted") return { encrypted: true };
    throw cause;
  }
}

function factsOf(document: PdfDocument): Partial<DocumentInfo> {
  const [title, author] = [document.meta("Title"), document.meta("Author")];
  return {
    pages: document.pages,
    encrypted: document.isEncrypted,
    hasText: hasText(document),
    ...defined({ title, author }),
  };
}

function hasText(document: PdfDocument): boolean {
  const { pdfium } = document;
  for (let number = 1; number <= Math.min(document.pages, lookedAt); number++) {
    const lines = withPage(document, number, (page) => withText(pdfium, page, (textPage) => readLines(pdfium, textPage).lines.length));
    if (lines !== undefined && lines > 0) return true;
  }
  return false;
}
