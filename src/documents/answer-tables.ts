import type { Findings, Source } from "./blocks.ts";
import { createBudget, Enough, untilEnough } from "./budget.ts";
import { cleanLine, cleanText } from "./clean.ts";
import { csvLine } from "./csv.ts";
import { DocumentFault } from "./fault.ts";
import type { Frames } from "./frames.ts";
import type { DocumentEnd, DocumentRequest, Format } from "./protocol.ts";
import { checkedRange, filterTables, readTables, type TableSink } from "./tables.ts";

/** The tables that are asked for, as lines of CSV. */
export async function answerTables(request: DocumentRequest, source: Source, format: Format, frames: Frames): Promise<DocumentEnd> {
  const budget = createBudget(request.maxChars);
  let tables = 0;
  let rows = 0;
  const sink: TableSink = {
    table: ({ number, name, page }) => {
      tables += 1;
      const title = name === undefined ? {} : { name: cleanLine(name).slice(0, 200) };
      frames.send({ kind: "table", number, ...title, ...(page === undefined ? {} : { page }) });
    },
    row: (cells) => {
      const line = budget.take(csvLine(cells.map(cleanText), { isSafe: request.safeCells === true }));
      // Half a row is worse than none.
      if (budget.isSpent) throw new Enough();
      rows += 1;
      frames.csv(line);
    },
    end: () => {
      if (request.table !== undefined) throw new Enough();
    },
    warn: frames.warn,
    progress: frames.progress,
  };
  if (request.pages !== undefined && format !== "pdf")
    throw new DocumentFault("InvalidArgs", `Pages are chosen of a PDF; the file is ${format}. Choose one of its tables by number.`);
  const counts = await untilEnough(() => (format === "pdf" ? pdfTables(request, source, sink) : readTables(format, source, request, sink)));
  return {
    format,
    counts: { headings: 0, paragraphs: 0, ...counts, tables, rows },
    chars: budget.taken,
    truncated: budget.isSpent,
  };
}

async function pdfTables(request: DocumentRequest, source: Source, sink: TableSink) {
  if (request.sheet !== undefined) throw new DocumentFault("InvalidArgs", "A PDF has no sheets. Choose one of its tables by number.");
  const { readPdfTables } = await import("./pdf/read-pdf-tables.ts");
  const read = (out: Findings) => readPdfTables(source, out, request.pages);
  return filterTables(read, { table: request.table, range: checkedRange(request.range) }, sink);
}
