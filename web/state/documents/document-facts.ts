import type { documentWords } from "#web/words/documents.ts";

type Words = (typeof documentWords)["en"];

/** What was found in a document, for people. */
export function factsOf(result: Readonly<Record<string, unknown>>, words: Words): readonly string[] {
  const counted = (name: string, say: (n: number) => string, least = 0): readonly string[] => {
    const count = result[name];
    return typeof count === "number" && count >= least ? [say(count)] : [];
  };
  return [
    ...counted("pages", words.pages),
    ...counted("slides", words.slides),
    ...counted("sheets", words.sheets),
    ...counted("tables", words.tables, 1),
    ...counted("extracted_chars", words.chars),
  ];
}

const office = /\.(?:doc|dot|ppt|pps|pot|xls|xlt)[a-z]?$/i;

/** Whether reading it as pictures is a way on: the hub says so, and it is no file of an Office program, of which no pages can be drawn here. */
export function mayBePictures(path: string, result: Readonly<Record<string, unknown>> | null): boolean {
  const hint = result?.["hint"];
  return typeof hint === "string" && hint.startsWith("doc ocr ") && !office.test(path);
}
