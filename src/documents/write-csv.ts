import type { Block } from "./blocks.ts";
import { Enough, type Budget } from "./budget.ts";
import { parseRange } from "./cell-range.ts";
import { cleanText } from "./clean.ts";
import type { Frames } from "./frames.ts";
import type { DocumentRequest } from "./protocol.ts";
import { Unreadable } from "./unreadable.ts";

/** Lines of CSV of the tables that are asked for; everything else goes by. */
export interface CsvWriter {
  block(block: Block): void;
  /** Throws when there was nothing to hand over. */
  end(): void;
}

export function createCsvWriter(request: Pick<DocumentRequest, "table" | "sheet" | "range">, frames: Pick<Frames, "send" | "csv">, budget: Budget): CsvWriter {
  const { rows, columns } = parseRange(request.range);
  const names = new Set<string>();
  let page: Extract<Block, { kind: "page" }> | undefined;
  let seen = 0;
  let chosen = 0;
  let row = -1;
  let isOpen = false;

  const begin = ({ number, name }: Extract<Block, { kind: "table" }>): void => {
    const title = name ?? page?.title;
    seen += 1;
    row = -1;
    if (title !== undefined && names.size < 20) names.add(title);
    isOpen =
      (request.table === undefined || request.table === number) && (request.sheet === undefined || request.sheet === title || request.sheet === page?.title);
    if (!isOpen) return;
    chosen += 1;
    frames.send({
      kind: "table",
      number,
      ...(title === undefined ? {} : { name: cleanText(title).slice(0, 200) }),
      ...(page?.of === "page" ? { page: page.number } : {}),
    });
  };

  const write = (cells: readonly string[]): void => {
    row += 1;
    if (!isOpen || row < rows[0] || row > rows[1]) return;
    const line = `${cells
      .slice(columns[0], columns[1] + 1)
      .map(fieldOf)
      .join(",")}\n`;
    const taken = budget.take(line);
    // Half a row is worse than none.
    if (budget.isSpent) throw new Enough();
    frames.csv(taken);
  };

  return {
    block: (block) => {
      if (block.kind === "page") page = block;
      if (block.kind === "table") begin(block);
      if (block.kind === "row") write(block.cells);
      if (block.kind === "table-end") {
        isOpen = false;
        if (request.table !== undefined && chosen > 0) throw new Enough();
      }
    },
    end: () => {
      if (seen === 0) throw new Unreadable("NoTables", "No table was found in the document. doc extract gives its text.");
      if (chosen === 0) throw notThere(request, seen, names);
    },
  };
}

function notThere({ table, sheet }: Pick<DocumentRequest, "table" | "sheet">, seen: number, names: ReadonlySet<string>): Unreadable {
  const known = names.size === 0 ? "" : ` They are called ${[...names].join(", ")}.`;
  const wanted = sheet === undefined ? `table ${table}` : `sheet ${sheet.slice(0, 80)}${table === undefined ? "" : ` with table ${table}`}`;
  return new Unreadable("InvalidArgs", `The document has no ${wanted}; it has ${seen} ${seen === 1 ? "table" : "tables"}.${known}`);
}

function fieldOf(cell: string): string {
  const text = cleanText(cell);
  return /[",\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
