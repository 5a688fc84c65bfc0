import type { DocumentBlock, Findings, Span } from "#documents/blocks";
import type { Relationships } from "#documents/office/relationships";
import { isBlank, runText, spanList, textOf } from "#documents/office/spans";
import type { XmlHandler } from "#documents/office/xml";
import type { Attributes } from "#documents/office/xml-names";
import { placeholderOf, type Layout, type LayoutPlaceholder } from "./layouts.ts";

// The shapes of one slide, or of its notes, in file order, which is drawing order and the order used by screen readers.

/** A chart or a diagram is a part of its own and is read after the slide. */
export type ShapePiece = DocumentBlock | { readonly kind: "chart"; readonly id: string } | { readonly kind: "diagram"; readonly id: string };

export interface Shapes extends XmlHandler {
  readonly title: readonly Span[];
  readonly pieces: readonly ShapePiece[];
  readonly isHidden: boolean;
}

interface Paragraph {
  depth: number;
  marker: "bullet" | "number" | "none" | undefined;
}

export interface ShapesContext {
  readonly out: Findings;
  readonly relationships: Relationships;
  readonly layout: Layout;
  nextTable(): number;
}

const titles = new Set(["title", "ctrTitle"]);
/** Dates, footers and slide numbers repeat on every slide; the picture of the slide is in its notes. */
const repeated = new Set(["dt", "ftr", "sldNum", "hdr", "sldImg"]);
const bodies = new Set(["body", "obj"]);
const widestRow = 4_096;
const mostPieces = 50_000;

export function shapesOf({ out, relationships, layout, nextTable }: ShapesContext): Shapes {
  const pieces: ShapePiece[] = [];
  const title: Span[] = [];
  const spans = spanList();
  const alternatives: { isTaken: boolean }[] = [];
  let placeholder: LayoutPlaceholder | undefined;
  let paragraph: Paragraph | undefined;
  let row: string[] | undefined;
  let cell: string[] | undefined;
  let hasTableBegun = false;
  let link: string | undefined;
  let isText = false;
  let isHidden = false;
  let skipping = 0;

  function push(piece: ShapePiece): void {
    if (pieces.length < mostPieces) pieces.push(piece);
    else out.warn(`A slide has more than ${mostPieces} paragraphs; the rest was left out.`);
  }

  function endParagraph(): void {
    const ended = paragraph;
    paragraph = undefined;
    const taken = spans.take();
    if (ended === undefined || isBlank(taken) || (placeholder !== undefined && repeated.has(placeholder.type))) return;
    if (cell !== undefined) cell.push(textOf(taken));
    else if (placeholder !== undefined && titles.has(placeholder.type)) title.push(...(title.length === 0 ? [] : [{ text: " " }]), ...taken);
    else {
      const marker = ended.marker ?? inherited(placeholder, layout, ended.depth);
      push(marker === "none" ? { kind: "paragraph", spans: taken } : { kind: "item", depth: ended.depth, isOrdered: marker === "number", spans: taken });
    }
  }

  function endRow(): void {
    if (row === undefined || row.length === 0) return;
    if (!hasTableBegun) push({ kind: "table", number: nextTable() });
    hasTableBegun = true;
    push({ kind: "row", cells: row });
    row = undefined;
  }

  function openInShape(name: string, attributes: Attributes): void {
    switch (name) {
      case "a:pPr":
        if (paragraph !== undefined) paragraph.depth = depthOf(attributes["lvl"]);
        break;
      case "a:buNone":
      case "a:buChar":
      case "a:buBlip":
      case "a:buAutoNum":
        if (paragraph !== undefined) paragraph.marker = name === "a:buNone" ? "none" : name === "a:buAutoNum" ? "number" : "bullet";
        break;
      case "a:br":
        spans.add("\n");
        break;
      case "a:hlinkClick":
        link = relationships.get(attributes["r:id"])?.target;
        break;
      case "a:tbl":
        hasTableBegun = false;
        break;
      case "a:tr":
        row = [];
        break;
      case "a:tc":
        cell = [];
        break;
      case "c:chart":
        push({ kind: "chart", id: attributes["r:id"] ?? "" });
        break;
      case "dgm:relIds":
        push({ kind: "diagram", id: attributes["r:dm"] ?? "" });
        break;
      case "p:pic":
        out.warn("Pictures were left out.");
        break;
      default:
    }
  }

  return {
    title,
    pieces,
    get isHidden() {
      return isHidden;
    },
    open(name, attributes): void {
      if (skipping > 0) {
        skipping += 1;
        return;
      }
      const alternative = alternatives.at(-1);
      switch (name) {
        case "p:sld":
          isHidden = attributes["show"] === "0" || attributes["show"] === "false";
          break;
        case "p:sp":
        case "p:graphicFrame":
          placeholder = undefined;
          break;
        case "p:ph":
          placeholder = placeholderOf(attributes);
          break;
        case "a:p":
          paragraph = { depth: 0, marker: undefined };
          break;
        case "a:r":
        case "a:fld":
          link = undefined;
          break;
        case "a:t":
        case "m:t":
          isText = true;
          break;
        case "mc:AlternateContent":
          alternatives.push({ isTaken: false });
          break;
        case "mc:Choice":
        case "mc:Fallback":
          if (alternative?.isTaken === true) skipping = 1;
          else if (alternative !== undefined) alternative.isTaken = true;
          break;
        default:
          openInShape(name, attributes);
      }
    },
    close(name): void {
      if (skipping > 0) {
        skipping -= 1;
        return;
      }
      if (name === "a:t" || name === "m:t") isText = false;
      else if (name === "a:r" || name === "a:fld") link = undefined;
      else if (name === "a:p") endParagraph();
      else if (name === "a:tc") {
        if (row !== undefined && cell !== undefined && row.length < widestRow) row.push(cell.join("\n"));
        cell = undefined;
      } else if (name === "a:tr") endRow();
      else if (name === "a:tbl" && hasTableBegun) push({ kind: "table-end" });
      else if (name === "mc:AlternateContent") alternatives.pop();
      else if (name === "p:sp" || name === "p:graphicFrame") placeholder = undefined;
    },
    text(words): void {
      if (skipping > 0 || !isText || paragraph === undefined) return;
      spans.add(runText(words), link);
    },
  };
}

function inherited(placeholder: LayoutPlaceholder | undefined, layout: Layout, depth: number): "bullet" | "none" {
  if (placeholder === undefined || !bodies.has(placeholder.type)) return "none";
  return layout.isPlain(placeholder, depth) ? "none" : "bullet";
}

function depthOf(level: string | undefined): number {
  const depth = Number(level ?? 0);
  return Number.isInteger(depth) ? Math.min(Math.max(depth, 0), 8) : 0;
}
