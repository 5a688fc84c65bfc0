import { smallPart, type Office } from "#documents/office/office";
import { datePartOf, dateText, type DatePart } from "./dates.ts";
import { numberFormat, plainNumber, type NumberFormat } from "./number-format.ts";

/** How the number of a cell is written. `shown` is what a person sees, `exact` the value behind it; dates are dates in both. */
export type NumberStyle = "shown" | "exact";

export interface CellStyles {
  number(written: string, style: string | undefined): string;
}

const builtIn: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  // Currency and accounting: the symbol is that of the reader's country, which the file does not name.
  5: "#,##0;-#,##0",
  6: "#,##0;-#,##0",
  7: "#,##0.00;-#,##0.00",
  8: "#,##0.00;-#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  14: "yyyy-mm-dd",
  18: "h:mm",
  19: "h:mm:ss",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy-mm-dd h:mm",
  37: "#,##0;-#,##0",
  38: "#,##0;-#,##0",
  39: "#,##0.00;-#,##0.00",
  40: "#,##0.00;-#,##0.00",
  41: "#,##0;-#,##0;-",
  42: "#,##0;-#,##0;-",
  43: "#,##0.00;-#,##0.00;-",
  44: "#,##0.00;-#,##0.00;-",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss",
};
const mostFormats = 100_000;

export async function readCellStyles(
  office: Office,
  part: string | undefined,
  numbers: { readonly style: NumberStyle; readonly is1904: boolean },
): Promise<CellStyles> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isInCellFormats = false;
  const handler = {
    open(name: string, attributes: Readonly<Record<string, string>>): void {
      if (name === "cellXfs") isInCellFormats = true;
      else if (name === "numFmt" && codes.size < mostFormats) codes.set(Number(attributes["numFmtId"]), (attributes["formatCode"] ?? "").slice(0, 512));
      else if (name === "xf" && isInCellFormats && formats.length < mostFormats) formats.push(Number(attributes["numFmtId"] ?? 0));
    },
    close(name: string): void {
      if (name === "cellXfs") isInCellFormats = false;
    },
    text: () => undefined,
  };
  if (part !== undefined) await office.read(part, handler, { most: smallPart });
  const writers = formats.map((id) => writerOf(codes.get(id) ?? builtIn[id] ?? (isLocalDate(id) ? "yyyy-mm-dd" : "General"), numbers));
  return { number: (written, style) => (writers[Number(style ?? 0)] ?? plainNumber)(written) };
}

function writerOf(code: string, { style, is1904 }: { readonly style: NumberStyle; readonly is1904: boolean }): (written: string) => string {
  const part = datePartOf(code);
  if (part !== undefined) return (written) => dateOr(written, part, is1904);
  const format: NumberFormat | undefined = style === "exact" || /^general$/iu.test(code) ? undefined : numberFormat(code);
  if (format === undefined) return plainNumber;
  return (written) => {
    const value = Number(written);
    return written.trim() === "" || !Number.isFinite(value) ? written : format(value);
  };
}

function dateOr(written: string, part: DatePart, is1904: boolean): string {
  return dateText(written.trim() === "" ? Number.NaN : Number(written), part, is1904) ?? plainNumber(written);
}

/** Numbers that Excel keeps for dates of East Asian and other languages. */
function isLocalDate(id: number): boolean {
  return (id >= 15 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
}
