import type { Counts, Findings, BlockSource } from "#documents/blocks";
import { DocumentFault } from "#documents/fault";
import type { SecondReader } from "#documents/pdf/second-reader";
import type { DocumentRequest, Format } from "./protocol.ts";

export type DocumentReader = (source: BlockSource, out: Findings, pages: DocumentRequest["pages"], second?: SecondReader) => Promise<Counts>;

// Each is loaded when a document of its kind comes: starting costs more than reading a small one.
const readers: Readonly<Record<Format, () => Promise<DocumentReader>>> = {
  pdf: async () => (await import("#documents/pdf/read-pdf")).readPdf,
  docx: async () => {
    const { readDocx } = await import("#documents/office/docx/docx");
    return (source, out, pages) => {
      if (pages !== undefined) out.warn("A text document has no fixed pages, so all of it was read.");
      return readDocx(source, out);
    };
  },
  pptx: async () => skipping((await import("#documents/office/pptx/pptx")).readPptx),
  xlsx: async () => skipping((await import("#documents/office/xlsx/xlsx")).readXlsx),
};

export function readerOf(format: Format): Promise<DocumentReader> {
  return readers[format]();
}

/** Slides and sheets are read from the first on; those that are not asked for go by. */
function skipping(read: (source: BlockSource, out: Findings) => Promise<Counts>): DocumentReader {
  return async (source, out, pages) => {
    const counts = await read(source, pages === undefined ? out : { ...out, block: onlyPages(out.block, pages) });
    const [what, has] = counts.slides === undefined ? ["sheet", counts.sheets ?? 0] : ["slide", counts.slides];
    if (pages !== undefined && has > 0 && pages.from > has)
      throw new DocumentFault(
        "InvalidArgs",
        `The file has ${has} ${what}${has === 1 ? "" : "s"}; there is no ${what} ${pages.from}. Choose ${what}s from 1 to ${has}.`,
      );
    return counts;
  };
}

function onlyPages(block: Findings["block"], { from, to }: NonNullable<DocumentRequest["pages"]>): Findings["block"] {
  let page = 1;
  return (one) => {
    if (one.kind === "page") page = one.number;
    if (page >= from && page <= to) block(one);
  };
}
