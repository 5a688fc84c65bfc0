import type { Language } from "#domain/command";
import type { DocumentEnd } from "#documents/program/protocol";
import type { RunArtifact } from "#domain/workspace";
import { say } from "#lib/words/words";
import { documentTexts } from "#commands/documents/texts";

const mostShown = 10;

/** What a run read and wrote, a line each, for people. */
export function summaryOf(
  { end, warnings }: { readonly end: DocumentEnd; readonly warnings: readonly string[] },
  files: readonly Pick<RunArtifact, "path">[],
  language: Language,
): string {
  return [
    [end.format, ...counted(end, language), say(language, documentTexts.docChars, { count: end.chars })].join(" · "),
    ...(end.truncated ? [say(language, documentTexts.docCut, { count: end.chars })] : []),
    ...files.slice(0, mostShown).map(({ path }) => say(language, documentTexts.docWritten, { path })),
    ...warned(warnings, language),
  ].join("\n");
}

function counted({ counts }: DocumentEnd, language: Language): readonly string[] {
  const { pages, slides, sheets, paragraphs, tables, rows } = counts;
  return [
    ...(pages === undefined ? [] : [say(language, documentTexts.docPages, { count: pages })]),
    ...(slides === undefined ? [] : [say(language, documentTexts.docSlides, { count: slides })]),
    ...(sheets === undefined ? [] : [say(language, documentTexts.docSheets, { count: sheets })]),
    ...(rows === undefined ? [say(language, documentTexts.docParagraphs, { count: paragraphs })] : []),
    say(language, documentTexts.docTables, { count: tables }),
    ...(rows === undefined ? [] : [say(language, documentTexts.docRows, { count: rows })]),
  ];
}

export function warned(warnings: readonly string[], language: Language): readonly string[] {
  const shown = warnings.slice(0, mostShown).map((sentence) => say(language, documentTexts.docWarning, { sentence }));
  return warnings.length > mostShown ? [...shown, say(language, documentTexts.docMoreWarnings, { count: warnings.length - mostShown })] : shown;
}
