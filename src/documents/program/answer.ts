import type { Counts, BlockSource } from "#documents/blocks";
import { createBudget, untilOutputLimit } from "#documents/write/budget";
import type { Frames } from "./frames.ts";
import { judgeFile } from "./judge-file.ts";
import type { SecondReader } from "#documents/pdf/second-reader";
import type { DocumentCounts, DocumentEnd, DocumentRequest, DocumentVerb } from "./protocol.ts";
import { readerOf, type DocumentReader } from "./readers.ts";
import { countsOf, createTally } from "./count-blocks.ts";
import { DocumentFault } from "#documents/fault";
import { notSupported } from "#documents/sniff/suggest-format";
import { createJsonWriter } from "#documents/write/write-json";
import { createMarkdownWriter } from "#documents/write/write-markdown";
import { createTextWriter } from "#documents/write/write-text";

const writers = { text: createTextWriter, md: createMarkdownWriter, json: createJsonWriter } as const;
const pictures = "If you have images of it, use doc ocr.";
const noCounts: DocumentCounts = { tables: 0, headings: 0, paragraphs: 0 };

/** Handles one request and reports what it finds; throws DocumentFault if there is nothing. */
export async function answer(request: DocumentRequest, source: BlockSource, frames: Frames, second?: SecondReader): Promise<DocumentEnd> {
  const file = judgeFile(request, source, frames.warn);
  if (request.verb === "info") {
    const { describe } = await import("./describe.ts");
    return { format: file.format, counts: noCounts, chars: 0, truncated: false, info: await describe(file, source, frames) };
  }
  if (request.verb === "ocr" && (file.is === "picture" || file.format === "pdf"))
    return extract(request, { source, format: file.format, read: await ocrOf(file.format, request) }, frames);
  if (file.is !== "document") throw whyNotRead(file.is, file.format);
  const { format } = file;
  if (request.verb === "ocr")
    throw new DocumentFault(
      "InvalidArgs",
      `doc ocr reads PDFs and images; the file is ${format}. Use doc extract for its text. For images inside it, export it as PDF.`,
    );
  if (request.verb === "tables") return (await import("./answer-tables.ts")).answerTables(request, source, format, frames);
  const read = await readerOf(format);
  return extract(request, { source, format, read: (from, out, pages) => read(from, out, pages, second) }, frames);
}

interface Job {
  readonly source: BlockSource;
  readonly format: string;
  readonly read: DocumentReader;
}

async function ocrOf(format: string, request: DocumentRequest): Promise<DocumentReader> {
  const { readPicture, readScan } = await import("#documents/ocr/read-pictures");
  return (source, out) => (format === "pdf" ? readScan(source, out, request) : readPicture(source, out, { ...request, format }));
}

async function extract(request: DocumentRequest, { source, format, read }: Job, frames: Frames): Promise<DocumentEnd> {
  const budget = createBudget(request.maxChars);
  const writer = writers[request.mode]({ put: frames.text, budget, format });
  const tally = createTally((block) => writer.block(block));
  let total: number | undefined;
  const progress = (done: number, of?: number): void => {
    total = of;
    frames.progress(done, of);
  };
  const counts = await untilOutputLimit(() => read(source, { block: tally.block, warn: frames.warn, progress }, request.pages));
  const seen = tally.seen();
  if (!seen.hasText) throw counts?.slides === 0 || counts?.sheets === 0 ? noPages(format) : noText(request.verb, format, counts?.pages);
  writer.end();
  return {
    format,
    counts: countsOf(seen, counts ?? known(format, request.pages === undefined ? total : undefined)),
    chars: budget.taken,
    truncated: budget.isSpent,
  };
}

/** A PDF says how many pages it has before the first of them is read. */
function known(format: string, pages: number | undefined): Counts | undefined {
  return format === "pdf" && pages !== undefined ? { pages, tables: 0 } : undefined;
}

function noPages(format: string): DocumentFault {
  const [what, parts] = format === "pptx" ? ["presentation", "slides"] : ["workbook", "sheets"];
  return new DocumentFault("NoPages", `The ${what} has no ${parts}, so there is nothing to read. Get it again. ${pictures}`);
}

function noText(verb: DocumentVerb, format: string, pages: number | undefined): DocumentFault {
  const data = pages === undefined ? {} : { pages };
  if (verb === "ocr") return new DocumentFault("NoText", "No words were found in the image. A sharper or larger one may help; at least 200 dpi is best.", data);
  if (format !== "pdf")
    return new DocumentFault("NoText", "The document contains no text. If its text is in images, export it as PDF and use doc ocr.", {
      format,
    });
  const many = pages === undefined ? "The PDF" : `The PDF has ${pages} ${pages === 1 ? "page" : "pages"}, but`;
  return new DocumentFault("NoText", `${many} contains no text: its pages are empty or scanned. Use doc ocr for scanned pages.`, data);
}

function whyNotRead(is: "picture" | "encrypted" | "other", format: string): DocumentFault {
  if (is === "picture")
    return new DocumentFault("NotSupported", `The file is an image (${format}). Use doc ocr to read the text in it.`, {
      platform: process.platform,
      format,
    });
  return is === "encrypted" ? encryptedOffice() : notSupported(format, process.platform);
}

function encryptedOffice(): DocumentFault {
  return new DocumentFault("Encrypted", "The Office document is protected by a password. Open it in Office, save it without a password, and try again.");
}
