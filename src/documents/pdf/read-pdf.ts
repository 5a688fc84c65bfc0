import type { Counts, Findings, BlockSource } from "#documents/blocks";
import type { DocumentRequest } from "#documents/program/protocol";
import { createBodySize } from "./body-size.ts";
import { withPdf } from "./open.ts";
import { readPageText, type ReadPageText } from "./page-text.ts";
import { followPages } from "./pages.ts";
import { blockOf } from "./paragraphs.ts";
import { writeTable } from "./page-tables.ts";
import type { SecondReader } from "./second-reader.ts";
import { readTogether } from "./read-together.ts";

/** `second` reads pages of the same document at the same time; what comes out is the same with and without it. */
export async function readPdf(source: BlockSource, out: Findings, pages?: DocumentRequest["pages"], second?: SecondReader): Promise<Counts> {
  return withPdf(source, async (document) => {
    const range = followPages(document, out, pages);
    const writer = createPageWriter(out);
    const job = { range, read: (number: number) => readPageText(document, number), done: range.done, write: writer.write };
    if (second === undefined) {
      for (let number = range.from; number <= range.to; number++) {
        const text = job.read(number);
        if (text !== undefined) writer.write(number, text);
        range.done(number, text !== undefined);
      }
    } else await readTogether(job, second);
    range.end();
    return { pages: document.pages, tables: writer.tables() };
  });
}

interface PageWriter {
  /** Pages come in their order: what is a heading is judged by those before. */
  write(number: number, text: ReadPageText): void;
  tables(): number;
}

function createPageWriter(out: Findings): PageWriter {
  const bodySize = createBodySize();
  let tables = 0;
  return {
    write: (number, { isCut, letters, parts }) => {
      if (isCut) out.warn(`Page ${number} has more text than the limit for one page; the rest was left out.`);
      if (parts.length === 0) return;
      out.block({ kind: "page", of: "page", number });
      const size = bodySize(letters);
      for (const part of parts) {
        if ("rows" in part) writeTable(out, (tables += 1), part);
        else out.block(blockOf(part, size));
      }
    },
    tables: () => tables,
  };
}
