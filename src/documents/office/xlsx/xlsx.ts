import type { Counts, Findings, BlockSource } from "#documents/blocks";
import { DocumentFault } from "#documents/fault";
import { openOfficeAs, smallPart, type Office } from "#documents/office/office";
import type { CellRange } from "./cells.ts";
import { PastRange, sheetOf, type Sheet } from "./sheet.ts";
import { readSharedStrings } from "./strings.ts";
import { readCellStyles, type NumberStyle } from "./styles.ts";

export interface XlsxChoice {
  /** A sheet's name or, where no sheet has that name, its number from 1. All sheets where it is left out. */
  readonly sheet?: string;
  readonly range?: CellRange;
  /** `shown` where it is left out. */
  readonly numbers?: NumberStyle;
}

interface Listed {
  readonly number: number;
  readonly name: string;
  readonly part: string;
  readonly isHidden: boolean;
}

const mostSheets = 10_000;

/** Workbooks: xlsx, xlsm, xltx, xltm. */
export async function readXlsx(source: BlockSource, out: Findings, choice: XlsxChoice = {}): Promise<Counts> {
  const office = await openOfficeAs("xlsx", source);
  const relationships = await office.relationships(office.main);
  const partOf = (type: string): string | undefined => relationships.ofType(type)[0]?.target;
  const { sheets, is1904 } = await readWorkbook(office, out);
  const chosen = choose(sheets, choice.sheet);
  const styles = await readCellStyles(office, partOf("styles"), { style: choice.numbers ?? "shown", is1904 });
  const strings = await readSharedStrings(office, partOf("sharedStrings"), out);
  const size = office.zip.declared(chosen.map(({ part }) => part));
  const before = office.zip.unpacked();
  const watch = (): void => out.progress(office.zip.unpacked() - before, size);
  let tables = 0;
  for (const { number, name, part, isHidden } of chosen) {
    out.block({ kind: "page", of: "sheet", number, title: name, ...(isHidden && { isHidden }) });
    if (isHidden && choice.numbers === "exact") out.warn(`Sheet ${name} is hidden in the workbook.`);
    const begin = (): void => out.block({ kind: "table", number: (tables += 1), name });
    const sheet = sheetOf({ out, name, strings, styles, relationships: await office.relationships(part), range: choice.range, begin });
    if (!(await readSheet(office, part, sheet, watch))) out.warn(`Sheet ${name} is missing from the file.`);
    for (const { cell, link } of sheet.links) out.block({ kind: "item", depth: 0, isOrdered: false, spans: [{ text: cell, link }] });
  }
  return { sheets: sheets.length, tables };
}

async function readSheet(office: Office, part: string, sheet: Sheet, watch: () => void): Promise<boolean> {
  let isThere = true;
  try {
    isThere = await office.read(part, sheet, { watch });
  } catch (error) {
    if (!(error instanceof PastRange)) throw error;
  }
  sheet.end();
  return isThere;
}

async function readWorkbook(office: Office, out: Findings): Promise<{ readonly sheets: readonly Listed[]; readonly is1904: boolean }> {
  const relationships = await office.relationships(office.main);
  const sheets: Listed[] = [];
  const parts = new Set<string>();
  let is1904 = false;
  await office.read(
    office.main,
    {
      open(name, attributes) {
        if (name === "workbookPr") is1904 = attributes["date1904"] === "1" || attributes["date1904"] === "true";
        if (name !== "sheet") return;
        const target = relationships.get(attributes["r:id"]);
        const title = (attributes["name"] ?? "").slice(0, 255);
        if (target?.type !== "worksheet" || target.isExternal) out.warn(`Sheet ${title} is not a worksheet (a chart, a dialog or macros) and was left out.`);
        else if (parts.has(target.target)) return;
        else if (sheets.length === mostSheets) out.warn(`The workbook has more than ${mostSheets} sheets; the rest were left out.`);
        else {
          parts.add(target.target);
          sheets.push({ number: sheets.length + 1, name: title, part: target.target, isHidden: /hidden/iu.test(attributes["state"] ?? "") });
        }
      },
      close: () => undefined,
      text: () => undefined,
    },
    { most: smallPart },
  );
  return { sheets, is1904 };
}

function choose(sheets: readonly Listed[], wanted: string | undefined): readonly Listed[] {
  if (wanted === undefined) return sheets;
  const found =
    sheets.find(({ name }) => name === wanted) ??
    sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()) ??
    sheets.find(({ number }) => String(number) === wanted);
  if (found !== undefined) return [found];
  const known = sheets.map(({ name }) => name).join(", ");
  throw new DocumentFault("NoSuchTable", `The workbook has no sheet ${JSON.stringify(wanted.slice(0, 80))}. Its sheets are: ${known.slice(0, 2_000)}.`, {
    known: known.slice(0, 2_000),
  });
}
