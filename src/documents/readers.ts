import type { Counts, Findings, Source } from "./blocks.ts";
import type { DocumentRequest, Format } from "./protocol.ts";

export type Reader = (source: Source, out: Findings, pages: DocumentRequest["pages"]) => Promise<Counts>;

/** Each is loaded when a document of its kind comes: starting costs more than reading a small one. */
const readers: Readonly<Record<Format, () => Promise<Reader>>> = {
  pdf: async () => (await import("./pdf/read-pdf.ts")).readPdf,
  docx: async () => (await import("./docx.ts")).readDocx,
  pptx: async () => (await import("./pptx.ts")).readPptx,
  xlsx: async () => {
    const { readXlsx } = await import("./xlsx.ts");
    return (source, out) => readXlsx(source, out);
  },
};

export function readerOf(format: Format): Promise<Reader> {
  return readers[format]();
}
