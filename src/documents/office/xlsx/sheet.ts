import type { Findings } from "#documents/blocks";
import { damaged } from "#documents/office/office-faults";
import type { Relationships } from "#documents/office/relationships";
import type { XmlHandler } from "#documents/office/xml";
import type { Attributes } from "#documents/office/xml-names";
import { columnOf, lastRow, type CellRange } from "./cells.ts";
import { rowsOf } from "./rows.ts";
import { cellText, longestCell } from "./strings.ts";
import type { CellStyles } from "./styles.ts";

export interface SheetContext {
  readonly out: Findings;
  readonly name: string;
  readonly strings: readonly string[];
  readonly styles: CellStyles;
  readonly relationships: Relationships;
  readonly range: CellRange | undefined;
  /** Called before the first row. */
  begin(): void;
}

export interface SheetLink {
  readonly cell: string;
  readonly link: string;
}

export interface Sheet extends XmlHandler {
  readonly hasRows: boolean;
  readonly links: readonly SheetLink[];
  end(): void;
}

/** Thrown by the handler once the last row that was asked for is past. */
export class PastRange extends Error {}

const mostLinks = 10_000;

export function sheetOf(context: SheetContext): Sheet {
  const { out, name: sheet, strings, styles, relationships } = context;
  const rows = rowsOf({ out, sheet, range: context.range, begin: context.begin });
  const links: SheetLink[] = [];
  let row = 0;
  let column = 0;
  let cells: string[] = [];
  let type: string | undefined;
  let style: string | undefined;
  let value = "";
  let isValue = false;
  let hasValue = false;
  let formula: string | undefined;
  let isFormula = false;
  let phonetic = 0;

  function openCell(attributes: Attributes): void {
    type = attributes["t"];
    style = attributes["s"];
    value = "";
    hasValue = false;
    formula = undefined;
    const reference = attributes["r"];
    column = reference === undefined ? column + 1 : columnOf(reference) || column + 1;
  }

  function endCell(): void {
    const text = value === "" ? uncomputed() : textOf();
    if (text !== "") cells[column] = text;
  }

  /** What a program wrote that does not compute has formulas alone. An empty text is a value, too. */
  function uncomputed(): string {
    if (formula === undefined || (type === "str" && hasValue)) return "";
    out.warn(`Sheet ${sheet} has formulas without computed values; the formulas are shown instead.`);
    // Of formulas that are shared only the first is written out.
    return `=${formula === "" ? "…" : cellText(formula, out)}`;
  }

  function textOf(): string {
    switch (type) {
      case "s":
        return strings[Number(value)] ?? "";
      case "str":
      case "inlineStr":
        return cellText(value, out);
      case "b":
        return value === "1" || value === "true" ? "TRUE" : "FALSE";
      case "e":
        return value.slice(0, 100);
      case "d":
        return value
          .slice(0, 100)
          .replace("T", " ")
          .replace(/ 00:00:00(?:\.0+)?Z?$/u, "");
      default:
        return styles.number(value.slice(0, 100), style);
    }
  }

  function openRow(attributes: Attributes): void {
    const written = Number(attributes["r"]);
    // A row that goes back would shift all that follow; it comes after the one before.
    row = Number.isInteger(written) && written > row ? written : row + 1;
    if (row > lastRow) throw damaged(`sheet ${sheet} has more rows than a sheet can have`);
    column = 0;
    cells = [];
    if (attributes["hidden"] === "1" || attributes["hidden"] === "true") out.warn(`Sheet ${sheet} has hidden rows or columns; they are included.`);
  }

  function addLink(attributes: Attributes): void {
    const target = relationships.get(attributes["r:id"])?.target;
    const place = attributes["location"];
    if (target === undefined && place === undefined) return;
    if (links.length < mostLinks)
      links.push({ cell: (attributes["ref"] ?? "").slice(0, 40), link: `${target ?? ""}${place === undefined ? "" : `#${place}`}`.slice(0, 4_096) });
    else out.warn(`Sheet ${sheet} has more than ${mostLinks} links; the rest were left out.`);
  }

  return {
    get hasRows() {
      return rows.hasBegun;
    },
    links,
    end: rows.end,
    open(name, attributes): void {
      switch (name) {
        case "c":
          openCell(attributes);
          break;
        case "v":
          isValue = true;
          hasValue = true;
          break;
        case "f":
          formula = "";
          isFormula = true;
          break;
        case "t":
          isValue = phonetic === 0;
          break;
        case "rPh":
          phonetic += 1;
          break;
        case "row":
          openRow(attributes);
          break;
        case "col":
          if (attributes["hidden"] === "1" || attributes["hidden"] === "true") out.warn(`Sheet ${sheet} has hidden rows or columns; they are included.`);
          break;
        case "hyperlink":
          addLink(attributes);
          break;
        default:
      }
    },
    close(name): void {
      switch (name) {
        case "v":
        case "t":
          isValue = false;
          break;
        case "f":
          isFormula = false;
          break;
        case "c":
          endCell();
          break;
        case "rPh":
          phonetic -= 1;
          break;
        case "row":
          if (!rows.add(row, cells)) throw new PastRange();
          break;
        default:
      }
    },
    text(words): void {
      if (isValue && value.length <= longestCell) value += words;
      else if (isFormula && formula !== undefined && formula.length <= longestCell) formula += words;
    },
  };
}
