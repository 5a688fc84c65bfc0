import { documentFlags } from "#commands/documents/reader/document-flags";
import { pagesFlag } from "#commands/documents/reader/pages-flag";
import type { Documents } from "#commands/documents/reader/read-document";
import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command } from "#domain/command";
import { intoCsv } from "./into-csv.ts";
import { documentTexts } from "#commands/documents/texts";

const timeMs = 5 * 60_000;

const spec = {
  name: "table to-csv",
  summary: documentTexts.summaryTableToCsv,
  needs: ["files.read", "files.write"],
  limits: { timeMs },
  flags: {
    in: documentFlags.in,
    out: documentFlags.out,
    sheet: { kind: "text", placeholder: "NAME|N", summary: documentTexts.argSheet },
    table: { kind: "number", min: 1, max: 1_000_000, summary: documentTexts.argTable },
    range: { kind: "text", placeholder: "A1:D20", summary: documentTexts.argRange },
    pages: documentFlags.pages,
    safe: { kind: "switch", summary: documentTexts.argSafe },
    confirm: documentFlags.confirm,
  },
} as const;

export function tableCommands(documents: Documents): readonly Command[] {
  return [terminalCommand(spec, (args, ctx) => intoCsv(documents, ctx, { ...args, timeMs, pages: pagesFlag(args.pages, spec, ctx) }))];
}
