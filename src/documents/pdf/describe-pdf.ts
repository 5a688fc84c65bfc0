import type { Source } from "#documents/blocks";
import type { DocumentInfo } from "#documents/protocol";
import { DocumentFault } from "#documents/fault";
import { readLines } from "./lines.ts";
import { withPdf, type PdfDocument } from "./open.ts";
import { isBoundless, withText } from "./read-pdf.ts";

const lookedAt = 20;

export async function describePdf(source: Source): Promise<Partial<DocumentInfo>> {
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
    ...(title === undefined ? {} : { title }),
    ...(author === undefined ? {} : { author }),
  };
}

function hasText({ pdfium, handle, pages }: PdfDocument): boolean {
  let found = false;
  for (let i = 0; i < Math.min(pages, lookedAt) && !found; i++) {
    const page = pdfium.call.FPDF_LoadPage(handle, i);
    if (page === 0) continue;
    if (!isBoundless(pdfium, page)) withText(pdfium, page, (textPage) => (found = readLines(pdfium, textPage).lines.length > 0));
    pdfium.call.FPDF_ClosePage(page);
  }
  return found;
}
