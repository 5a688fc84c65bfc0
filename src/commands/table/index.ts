import type { Documents } from "#commands/kit/read-document";
import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command } from "#domain/command";
import { catalogue } from "#lib/words";
import { intoCsv } from "./into-csv.ts";

const timeMs = 5 * 60_000;

export function tableCommands(documents: Documents): readonly Command[] {
  const toCsv = terminalCommand(
    {
      name: "table to-csv",
      usage: "table to-csv --in PATH [--out PATH] [--sheet NAME|N] [--table N] [--range A1:D20] [--pages 1-5] [--safe] [--confirm]",
      summary: catalogue.summaryTableToCsv,
      needs: ["files.read", "files.write"],
      limits: { timeMs },
      mandatory: ["in"],
      flags: {
        in: "value",
        out: "value",
        sheet: "value",
        table: { min: 1, max: 1_000_000 },
        range: "value",
        pages: "value",
        safe: "bool",
        confirm: "bool",
      },
    },
    (args, ctx) => intoCsv(documents, ctx, { ...args, timeMs }),
  );
  return [toCsv];
}
