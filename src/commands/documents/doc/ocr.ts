import { documentFlags } from "#commands/documents/reader/document-flags";
import { pagesFlag } from "#commands/documents/reader/pages-flag";
import type { Documents } from "#commands/documents/reader/read-document";
import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command } from "#domain/command";
import { intoText, modeOf } from "./into-text.ts";
import { documentTexts } from "#commands/documents/texts";

const timeMs = 10 * 60_000;
const languages = {
  eng: ["eng"],
  chi_sim: ["chi_sim"],
  // The one that knows more signs judges between the two, in whichever order they are named.
  "eng+chi_sim": ["chi_sim", "eng"],
  "chi_sim+eng": ["chi_sim", "eng"],
} as const;

const spec = {
  name: "doc ocr",
  summary: documentTexts.summaryDocOcr,
  needs: ["files.read", "files.write"],
  limits: { timeMs },
  flags: {
    in: documentFlags.in,
    out: documentFlags.out,
    lang: { kind: "choice", choices: ["eng", "chi_sim", "eng+chi_sim", "chi_sim+eng"], summary: documentTexts.argLang },
    pages: documentFlags.pages,
    confirm: documentFlags.confirm,
  },
} as const;

export function docOcr(documents: Documents): Command {
  return terminalCommand(spec, (args, ctx) =>
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
        ...pagesFlag(args.pages, spec, ctx),
      },
    }),
  );
}
