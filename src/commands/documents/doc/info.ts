import { warned } from "#commands/documents/reader/document-summary";
import { documentFlags } from "#commands/documents/reader/document-flags";
import type { Documents } from "#commands/documents/reader/read-document";
import { runDocument } from "#commands/documents/reader/run-document";
import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command, Language } from "#domain/command";
import type { DocumentInfo } from "#documents/program/protocol";
import { showHidden } from "#lib/text/show-hidden";
import { say } from "#lib/words/words";
import { documentTexts } from "#commands/documents/texts";

const timeMs = 2 * 60_000;
const longestTitle = 300;

export function docInfo(documents: Documents): Command {
  return terminalCommand(
    {
      name: "doc info",
      summary: documentTexts.summaryDocInfo,
      needs: ["files.read"],
      limits: { timeMs },
      flags: { in: documentFlags.in },
    },
    async (args, ctx) => {
      const { end, warnings } = await runDocument(documents, ctx, { path: args.in, request: { verb: "info", format: "auto", mode: "text" }, timeMs });
      const info = end.info ?? { kind: end.format, bytes: 0, encrypted: false, hasText: false };
      const { kind, bytes, encrypted, hasText, title, author, ...sizes } = info;
      return {
        exitCode: 0,
        text: [...told(info, ctx.language), ...warned(warnings, ctx.language)].join("\n"),
        result: {
          ok: true,
          command: "doc info",
          status: "ok",
          kind,
          bytes,
          encrypted,
          has_text: hasText,
          ...sizes,
          ...(title === undefined ? {} : { title: shown(title) }),
          ...(author === undefined ? {} : { author: shown(author) }),
          warnings,
        },
      };
    },
  );
}

const office = ["docx", "pptx", "xlsx"];

function told({ kind, bytes, encrypted, hasText, pages, slides, sheets, title, author, width, height }: DocumentInfo, language: Language): readonly string[] {
  const sizes = [
    ...(pages === undefined ? [] : [say(language, documentTexts.docPages, { count: pages })]),
    ...(slides === undefined ? [] : [say(language, documentTexts.docSlides, { count: slides })]),
    ...(sheets === undefined ? [] : [say(language, documentTexts.docSheets, { count: sheets })]),
    ...(width === undefined || height === undefined ? [] : [say(language, documentTexts.docPixels, { width, height })]),
  ];
  return [
    [kind, ...sizes, say(language, documentTexts.docBytes, { count: bytes })].join(" · "),
    ...(title === undefined ? [] : [say(language, documentTexts.docTitle, { text: shown(title) })]),
    ...(author === undefined ? [] : [say(language, documentTexts.docAuthor, { text: shown(author) })]),
    // A PDF may be encrypted and open all the same.
    ...(encrypted && !hasText
      ? [say(language, documentTexts.docEncrypted)]
      : [say(language, hasText ? documentTexts.docHasText : office.includes(kind) ? documentTexts.docNoTextOffice : documentTexts.docHasNoText)]),
  ];
}

/** Somebody's words in a line of ours. */
function shown(text: string): string {
  return showHidden(text.replaceAll(/\s+/g, " ").slice(0, longestTitle));
}
