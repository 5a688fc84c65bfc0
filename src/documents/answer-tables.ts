import type { Counts, Source } from "./blocks.ts";
import { createBudget, Enough, untilEnough } from "./budget.ts";
import { cleanLine, cleanText } from "./clean.ts";
import { csvLine } from "./csv.ts";
import type { Frames } from "./frames.ts";
import type { DocumentEnd, DocumentRequest, Format } from "./protocol.ts";
import { checkedRange, filterTables, readTables, type TableSink } from "./tables.ts";
import { Unreadable } from "./unreadable.ts";

const longestName = 200;

/** The tables that are asked for, as lines of CSV. */
export async function answerTables(request: DocumentRequest, file: { readonly source: Source; readonly format: Format }, frames: Frames): Promise<DocumentEnd> {
  const budget = createBudget(request.maxChars);
  let tables = 0;
  let rows = 0;
  const sink: TableSink = {
    table: ({ number, name, page }) => {
      tables += 1;
      frames.send({
        kind: "table",
        number,
        ...(name === undefined ? {} : { name: cleanLine(name).slice(0, longestName) }),
        ...(page === undefined ? {} : { page }),
      });
    },
    row: (cells) => {
      const taken = budget.take(csvLine(cells.map(cleanText), { isSafe: request.isSafe ?? false }));
      // Half a row is worse than none.
      if (budget.isSpent) throw new Enough();
      rows += 1;
      frames.csv(taken);
    },
    end: () => {
      if (request.table !== undefined) throw new Enough();
    },
    warn: frames.warn,
    progress: frames.progress,
  };
  const counts = await untilEnough(() => read(request, file, sink));
  return { format: file.format, counts: { ...counts, tables, rows, headings: 0, paragraphs: 0 }, chars: budget.taken, truncated: budget.isSpent };
}

async function read(
  { sheet, table, range, pages }: DocumentRequest,
  { source, format }: { readonly source: Source; readonly format: Format },
  sink: TableSink,
): Promise<Counts> {
  const choice = {
    ...(sheet === undefined ? {} : { sheet }),
    ...(table === undefined ? {} : { table }),
    ...(range === undefined ? {} : { range }),
  };
  if (format !== "pdf") return readTables(format, source, choice, sink);
  if (sheet !== undefined) throw new Unreadable("InvalidArgs", "A PDF has no sheets. Choose one of its tables by number.");
  const { readPdfTables } = await import("./pdf/read-pdf-tables.ts");
  return filterTables((out) => readPdfTables(source, out, pages), { table, range: checkedRange(range) }, sink);
}
