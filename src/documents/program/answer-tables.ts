import type { Findings, BlockSource } from "#documents/blocks";
import { createBudget, OutputLimitReached, untilOutputLimit } from "#documents/write/budget";
import { cleanLine, cleanText } from "#documents/clean";
import { csvLine } from "#documents/write/csv";
import { DocumentFault } from "#documents/fault";
import type { Frames } from "./frames.ts";
import type { DocumentEnd, DocumentRequest, Format } from "./protocol.ts";
import { checkedRange, filterTables, readTables, type TableSink } from "#documents/office/tables";
import { defined } from "#lib/defined";

/** The tables that are asked for, as lines of CSV. */
export async function answerTables(request: DocumentRequest, source: BlockSource, format: Format, frames: Frames): Promise<DocumentEnd> {
  const budget = createBudget(request.maxChars);
  let tables = 0;
  let rows = 0;
  const sink: TableSink = {
    table: ({ number, name, page }) => {
      tables += 1;
      const title = name === undefined ? {} : { name: cleanLine(name).slice(0, 200) };
      frames.send({ kind: "table", number, ...title, ...defined({ page }) });
    },
    row: (cells) => {
      const line = budget.take(csvLine(cells.map(cleanText), { isSafe: request.safeCells === true }));
      // Half a row is worse than none.
      if (budget.isSpent) throw new OutputLimitReached();
      rows += 1;
      frames.csv(line);
    },
    end: () => {
      if (request.table !== undefined) throw new OutputLimitReached();
    },
    warn: frames.warn,
    progress: frames.progress,
  };
  if (request.pages !== undefined && format !== "pdf")
    throw new DocumentFault("InvalidArgs", `Only PDFs have pages; the file is ${format}. Choose one of its tables by number.`);
  const counts = await untilOutputLimit(() => (format === "pdf" ? pdfTables(request, source, sink) : readTables(format, source, request, sink)));
  return {
    format,
    counts: { headings: 0, paragraphs: 0, ...counts, tables, rows },
    chars: budget.taken,
    truncated: budget.isSpent,
  };
}

async function pdfTables(request: DocumentRequest, source: BlockSource, sink: TableSink) {
  if (request.sheet !== undefined) throw new DocumentFault("InvalidArgs", "A PDF has no sheets. Choose one of its tables by number.");
  const { readPdfTables } = await import("#documents/pdf/read-pdf-tables");
  const read = (out: Findings) => readPdfTables(source, out, request.pages);
  return filterTables(read, { table: request.table, range: checkedRange(request.range) }, sink);
}
