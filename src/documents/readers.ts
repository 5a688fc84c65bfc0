import type { Counts, Findings, Source } from "./blocks.ts";
import type { DocumentRequest, Format } from "./protocol.ts";
import { notSupported } from "./way-out.ts";

export type Reader = (source: Source, out: Findings, pages: DocumentRequest["pages"]) => Promise<Counts>;

/** Each is loaded when a document of its kind comes: starting costs more than reading a small one. */
const readers: Readonly<Partial<Record<Format, () => Promise<Reader>>>> = {
  pdf: async () => (await import("./pdf/read-pdf.ts")).readPdf,
};

export async function readerOf(format: Format): Promise<Reader> {
  const load = readers[format];
  if (load === undefined) throw notSupported(format, process.platform);
  return load();
}

/** A PDF's tables are looked for apart from its text; the others tell both in one. */
export async function tableReaderOf(format: Format): Promise<Reader> {
  return format === "pdf" ? (await import("./pdf/read-pdf-tables.ts")).readPdfTables : readerOf(format);
}
