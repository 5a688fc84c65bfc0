import type { Counts, Findings, BlockSource } from "#documents/blocks";
import { bytesAt } from "#documents/sniff/read-bytes";
import type { DocumentRequest, OcrLanguage } from "#documents/program/protocol";
import { DocumentFault } from "#documents/fault";
import { pictureSize } from "./picture-size.ts";
import { loadOcr } from "./tesseract.ts";
import { readTurned, sure, type PageTime, type TurnedReading } from "./rotated-pages.ts";

// A page of A4 at 600 dots per inch.
const mostPixels = 36_000_000;
const mostBytes = 100 * 1024 * 1024;
// The one that knows more signs first: it then judges between the two.
const everyLanguage: readonly OcrLanguage[] = ["chi_sim", "eng"];

// The hub kills a reader after 8 s of CPU time without output. A page that takes nearly as long is returned as far as it was read.
const mostPageMs = 7_000;
const computedMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
const pageTime: PageTime = () => {
  const began = computedMs();
  return (share) => computedMs() - began > mostPageMs * share;
};
/** Nobody waits for the words of more. */
const mostPages = 10_000;
const smallDpi = 150;
/** Below this confidence, words are found in any drawing. */
const noise = 30;

/** Pages of a PDF as pictures, whether or not they hold text. */
export async function readScan(source: BlockSource, out: Findings, { pages, languages = everyLanguage }: DocumentRequest, time = pageTime): Promise<Counts> {
  const { withPdf } = await import("#documents/pdf/open");
  const { eachPage, rangeOf } = await import("#documents/pdf/pages");
  const { renderPage } = await import("#documents/pdf/render");
  const ocr = await loadOcr(languages);
  return withPdf(source, (document) => {
    const { from, to: last } = rangeOf(document, pages);
    const to = Math.min(last, from + mostPages - 1);
    if (to < last) out.warn(`Pages after ${to} were left out: at most ${mostPages} pages are read at a time. Read the rest with --pages ${to + 1}-${last}.`);
    eachPage(document, out, { from, to }, (page, number) => {
      const full = renderPage(document.pdfium, page);
      if (full === undefined) {
        out.warn(`Page ${number} has no valid size; it was skipped.`);
        return;
      }
      const stir = (): void => out.progress(number - from, to - from + 1);
      const small = (): Uint8Array => renderPage(document.pdfium, page, smallDpi) ?? full;
      writeText(out, readTurned(ocr, { full, small, time, stir }), number);
    });
    return { pages: document.pages, tables: 0 };
  });
}

export async function readPicture(
  source: BlockSource,
  out: Findings,
  { format, languages = everyLanguage }: { readonly format: string; readonly languages?: readonly OcrLanguage[] },
  time = pageTime,
): Promise<Counts> {
  const size = pictureSize(source, format);
  if (size === undefined || size.width === 0 || size.height === 0)
    throw new DocumentFault("Damaged", "The image has no readable size: it is truncated or damaged. Get the file again.");
  if (size.width * size.height > mostPixels || source.bytes > mostBytes)
    throw new DocumentFault(
      "TooLarge",
      `The image has ${size.width} × ${size.height} pixels; the limit is ${mostPixels / 1_000_000} million. Scale it down or split it, and try again.`,
      { ...size },
    );
  const ocr = await loadOcr(languages);
  out.progress(0, 1);
  const full = bytesAt(source, 0, source.bytes);
  writeText(out, readTurned(ocr, { full, small: () => full, time, stir: () => out.progress(0, 1) }), 1);
  out.progress(1, 1);
  return { pages: 1, tables: 0 };
}

function writeText(out: Findings, { text, isCut, turn, confidence }: TurnedReading, page: number): void {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  if (paragraphs.length === 0) return;
  if (confidence < noise) {
    out.warn(`No words could be recognised on page ${page}; it was skipped. A sharper or larger image may help.`);
    return;
  }
  if (turn !== 0) out.warn(`Page ${page} was ${turn === 180 ? "upside down" : "sideways"} and was rotated before reading.`);
  if (confidence < sure) out.warn(`Page ${page} was hard to read, and its text may contain errors. A sharper or larger image may help.`);
  if (isCut) out.warn(`Page ${page} took too long to read; the rest of it was left out. Split it into parts and read them separately.`);
  out.block({ kind: "page", of: "page", number: page });
  for (const paragraph of paragraphs) out.block({ kind: "paragraph", spans: [{ text: paragraph.trim() }] });
}
