import { pagesFlag } from "#commands/kit/pages-flag";
import type { Documents } from "#commands/kit/read-document";
import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command } from "#domain/command";
import { catalogue } from "#lib/words";
import { intoText, modeOf } from "./into-text.ts";

const usage = "doc ocr --in PATH [--out PATH] [--lang eng|chi_sim|eng+chi_sim] [--pages 1-5] [--confirm]";
const timeMs = 10 * 60_000;
const languages = {
  eng: ["eng"],
  chi_sim: ["chi_sim"],
  // The one that knows more signs judges between the two, in whichever order they are named.
  "eng+chi_sim": ["chi_sim", "eng"],
  "chi_sim+eng": ["chi_sim", "eng"],
} as const;

export function docOcr(documents: Documents): Command {
  return terminalCommand(
    {
      name: "doc ocr",
      usage,
      summary: catalogue.summaryDocOcr,
      needs: ["files.read", "files.write"],
      limits: { timeMs },
      mandatory: ["in"],
      flags: { in: "value", out: "value", lang: ["eng", "chi_sim", "eng+chi_sim", "chi_sim+eng"], pages: "value", confirm: "bool" },
    },
    (args, ctx) =>
      intoText(documents, ctx, {
        command: "doc ocr",
        path: args.in,
        out: args.out,
        confirm: args.confirm,
        timeMs,
        request: {
          verb: "ocr",
          format: "auto",
          mode: modeOf(args.out),
          ...(args.lang === undefined ? {} : { languages: languages[args.lang] }),
          ...pagesFlag(args.pages, usage, ctx),
        },
      }),
  );
}
