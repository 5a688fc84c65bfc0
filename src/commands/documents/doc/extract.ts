import { documentFlags } from "#commands/documents/reader/document-flags";
import { pagesFlag } from "#commands/documents/reader/pages-flag";
import type { Documents } from "#commands/documents/reader/read-document";
import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command } from "#domain/command";
import { intoText, modeOf } from "./into-text.ts";
import { documentTexts } from "#commands/documents/texts";
import { defined } from "#lib/defined";

const timeMs = 5 * 60_000;

const spec = {
  name: "doc extract",
  summary: documentTexts.summaryDocExtract,
  needs: ["files.read", "files.write"],
  limits: { timeMs },
  flags: {
    in: documentFlags.in,
    out: documentFlags.out,
    format: { kind: "choice", choices: ["auto", "pdf", "docx", "pptx", "xlsx"], summary: documentTexts.argDocFormat },
    mode: { kind: "choice", choices: ["md", "text", "json"], summary: documentTexts.argMode },
    "max-chars": { kind: "number", min: 1, max: 100_000_000, summary: documentTexts.argMaxChars },
    pages: documentFlags.pages,
    confirm: documentFlags.confirm,
  },
} as const;

export function docExtract(documents: Documents): Command {
  return terminalCommand(spec, (args, ctx) => {
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
        ...defined({ maxChars }),
        ...pagesFlag(args.pages, spec, ctx),
      },
    });
  });
}
