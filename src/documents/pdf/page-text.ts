import { lettersOf, type Letters } from "./body-size.ts";
import type { PageLine } from "./line.ts";
import { readLines } from "./lines.ts";
import { readLinks } from "./links.ts";
import type { PdfDocument } from "./open.ts";
import { tablesAmong, tablesOn, withTables } from "./page-tables.ts";
import { withPage, withText } from "./pages.ts";
import { draftsOf, type ParagraphDraft } from "./paragraphs.ts";
import { withRows } from "./row-lines.ts";
import { readWords } from "./words.ts";

/** What the page alone can tell of its text. Plain data: it may come from another thread. */
export interface ReadPageText {
  /** True when the page holds more than is read of one page. */
  readonly isCut: boolean;
  readonly letters: Letters;
  readonly parts: readonly Part[];
}

type Part = ParagraphDraft | { readonly rows: readonly (readonly string[])[] };

const blank: ReadPageText = { isCut: false, letters: [], parts: [] };

/** Undefined when the page cannot be read. */
export function readPageText(document: PdfDocument, number: number): ReadPageText | undefined {
  const { pdfium } = document;
  return withPage(document, number, (page) => withText(pdfium, page, (textPage) => textOn(document, page, textPage)) ?? blank);
}

function textOn({ pdfium }: PdfDocument, page: number, textPage: number): ReadPageText {
  const { lines, isCut } = readLines(pdfium, textPage);
  if (lines.length === 0) return { ...blank, isCut };
  const links = readLinks(pdfium, page, textPage, lines);
  const words = (): ReturnType<typeof readWords> => readWords(pdfium, textPage);
  const inColumns = (some: readonly PageLine[]) => {
    const rows = withRows(some);
    return withTables(rows, rows === some ? [] : tablesAmong(rows, words));
  };
  const parts = withTables(lines, tablesOn(pdfium, page, textPage))
    .flatMap((part) => ("rows" in part ? [part] : inColumns(part.lines)))
    .flatMap((part): readonly Part[] => ("rows" in part ? [{ rows: part.rows }] : draftsOf(part.lines, links, lines)));
  return { isCut, letters: lettersOf(lines), parts };
}
