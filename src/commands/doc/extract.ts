import { pagesFlag } from "#commands/kit/pages-flag";
import type { Documents } from "#commands/kit/read-document";
import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command } from "#domain/command";
import { catalogue } from "#lib/words";
import { intoText, modeOf } from "./into-text.ts";

const usage = "doc extract --in PATH [--out PATH] [--format auto|pdf|docx|pptx|xlsx] [--mode md|text|json] [--max-chars N] [--pages 1-5] [--confirm]";
const timeMs = 5 * 60_000;

export function docExtract(documents: Documents): Command {
  return terminalCommand(
    {
      name: "doc extract",
      usage,
      summary: catalogue.summaryDocExtract,
      needs: ["files.read", "files.write"],
      limits: { timeMs },
      mandatory: ["in"],
      flags: {
        in: "value",
        out: "value",
        format: ["auto", "pdf", "docx", "pptx", "xlsx"],
        mode: ["md", "text", "json"],
        "max-chars": { min: 1, max: 100_000_000 },
        pages: "value",
        confirm: "bool",
      },
    },
    (args, ctx) => {
      const { out, confirm, format = "auto", mode = modeOf(out), "max-chars": maxChars } = args;
      return intoText(documents, ctx, {
        command: "doc extract",
        path: args.in,
        out,
        confirm,
        timeMs,
        request: {
          verb: "extract",
          format,
          mode,
          ...(maxChars === undefined ? {} : { maxChars }),
          ...pagesFlag(args.pages, usage, ctx),
        },
      });
    },
  );
}
