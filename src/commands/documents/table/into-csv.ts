import { summaryOf } from "#commands/documents/reader/document-summary";
import type { Documents } from "#commands/documents/reader/read-document";
import { refusal } from "#commands/kit/refusal";
import { runDocument } from "#commands/documents/reader/run-document";
import type { DocumentRequest } from "#documents/program/protocol";
import type { CommandContext, CommandResult } from "#domain/command";
import { say } from "#lib/words/words";
import { createTableFiles } from "./table-files.ts";
import { documentTexts } from "#commands/documents/texts";
import { defined } from "#lib/defined";

export interface CsvArgs {
  readonly in: string;
  readonly out?: string;
  readonly sheet?: string;
  readonly table?: number;
  readonly range?: string;
  readonly pages: Pick<DocumentRequest, "pages">;
  readonly safe: boolean;
  readonly confirm: boolean;
  readonly timeMs: number;
}

/** One table into the file that is named, or each into a file of the run's own. */
export async function intoCsv(documents: Documents, ctx: CommandContext, args: CsvArgs): Promise<CommandResult> {
  const { out, confirm, timeMs, sheet, table, range } = args;
  await using files = createTableFiles(ctx, { out, confirm, number: table });
  const read = await runDocument(documents, ctx, {
    path: args.in,
    timeMs,
    request: {
      verb: "tables",
      format: "auto",
      mode: "text",
      ...defined({ sheet, table, range }),
      ...args.pages,
      safeCells: args.safe,
    },
    before: (name) => files.prepare(name),
    onTable: (found) => files.next(found),
    onCsv: (text) => files.write(text),
  });
  const { made, listed, found } = await files.end();
  if (out !== undefined && found > 1)
    throw refusal("InvalidArgs", ctx.language, documentTexts.docManyTables, { count: found, list: listed.join(", ") + (found > listed.length ? ", …" : "") });
  const warnings = [...read.warnings, ...(made.length < found ? [say(ctx.language, documentTexts.docTooManyTables, { max: made.length })] : [])];
  const { end } = read;
  const { pages, slides, sheets, rows = 0 } = end.counts;
  return {
    exitCode: 0,
    text: summaryOf(
      { end, warnings },
      made.map(({ file }) => file),
      ctx.language,
    ),
    result: {
      ok: true,
      command: "table to-csv",
      status: made.length < found ? "truncated" : "ok",
      format: end.format,
      extracted_chars: end.chars,
      truncated: made.length < found,
      warnings,
      ...defined({ pages, slides, sheets }),
      rows,
      tables: made.map(({ number, name, page, file }) => ({
        number,
        ...defined({ name, page }),
        out: file.path,
      })),
      out: made[0]?.file.path ?? null,
    },
  };
}
