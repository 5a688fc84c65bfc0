import { warned } from "#commands/kit/document-summary";
import type { Documents } from "#commands/kit/read-document";
import { runDocument } from "#commands/kit/run-document";
import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command, Language } from "#domain/command";
import type { DocumentInfo } from "#documents/protocol";
import { showHidden } from "#lib/visible";
import { catalogue, say } from "#lib/words";

const timeMs = 2 * 60_000;
const longestTitle = 300;

export function docInfo(documents: Documents): Command {
  return terminalCommand(
    {
      name: "doc info",
      usage: "doc info --in PATH",
      summary: catalogue.summaryDocInfo,
      needs: ["files.read"],
      limits: { timeMs },
      mandatory: ["in"],
      flags: { in: "value" },
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
    ...(pages === undefined ? [] : [say(language, "docPages", { count: pages })]),
    ...(slides === undefined ? [] : [say(language, "docSlides", { count: slides })]),
    ...(sheets === undefined ? [] : [say(language, "docSheets", { count: sheets })]),
    ...(width === undefined || height === undefined ? [] : [say(language, "docPixels", { width, height })]),
  ];
  return [
    [kind, ...sizes, say(language, "docBytes", { count: bytes })].join(" · "),
    ...(title === undefined ? [] : [say(language, "docTitle", { text: shown(title) })]),
    ...(author === undefined ? [] : [say(language, "docAuthor", { text: shown(author) })]),
    // A PDF may be encrypted and open all the same.
    ...(encrypted && !hasText
      ? [say(language, "docEncrypted")]
      : [say(language, hasText ? "docHasText" : office.includes(kind) ? "docNoTextOffice" : "docHasNoText")]),
  ];
}

/** Somebody's words in a line of ours. */
function shown(text: string): string {
  return showHidden(text.replaceAll(/\s+/g, " ").slice(0, longestTitle));
}
