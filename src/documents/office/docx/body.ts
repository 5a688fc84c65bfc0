import type { Findings } from "#documents/blocks";
import type { Relationships } from "#documents/office/relationships";
import { runText } from "#documents/office/spans";
import type { XmlHandler } from "#documents/office/xml";
import type { Attributes } from "#documents/office/xml-names";
import { fields, linkOfInstruction } from "./fields.ts";
import { mathText } from "./math.ts";
import type { Numbering } from "./numbering.ts";
import { paragraphs } from "./paragraphs.ts";
import { isOn, type Styles } from "./styles.ts";
import { symbolText } from "./symbols.ts";

/** What one part (the document, its footnotes, its endnotes) is read with. */
export interface BodyContext {
  readonly out: Findings;
  readonly styles: Styles;
  readonly numbering: Numbering;
  readonly relationships: Relationships;
  /** The number under which a note is shown where the text refers to it. */
  noteNumber(kind: "footnote" | "endnote", id: string): number;
  /** For parts that hold notes: the number of the one that begins, undefined to leave it out. */
  noteBegins?(id: string): number | undefined;
}

export interface DocxBody extends XmlHandler {
  readonly tables: number;
  readonly pageBreaks: number;
}

// What was deleted, what a revision changed from, and reading aids above characters.
const unread = new Set([
  "w:moveFrom",
  "w:delText",
  "w:delInstrText",
  "w:rt",
  "w:sectPr",
  "w:pPrChange",
  "w:rPrChange",
  "w:tblPrChange",
  "w:tcPrChange",
  "w:trPrChange",
]);

const leftOut: Readonly<Record<string, string>> = {
  "a:blip": "Pictures were left out.",
  "v:imagedata": "Pictures were left out.",
  "c:chart": "Charts were left out.",
  "dgm:relIds": "Diagrams (SmartArt) were left out.",
  "w:altChunk": "An embedded document in another format was left out.",
  "w:commentReference": "Comments were left out.",
};

export function bodyOf(context: BodyContext): DocxBody {
  const { out } = context;
  const text = paragraphs(out, context.styles, context.numbering);
  const field = fields();
  const math = mathText();
  const links: (string | undefined)[] = [];
  // One for each open mc:AlternateContent: whether one of its versions was taken.
  const alternatives: { isTaken: boolean }[] = [];
  let skipping = 0;
  let isInRowProperties = false;
  let reading: "text" | "instruction" | undefined;
  let pageBreaks = 0;

  function add(words: string): void {
    if (field.isInstruction) return;
    if (math.isOpen && text.current?.isHidden !== true) math.add(words);
    else if (text.current?.isHidden !== true) text.add(words, links.findLast((link) => link !== undefined) ?? field.link);
    else if (/\S/u.test(words)) out.warn("Hidden text was left out.");
  }

  function openInRun(name: string, attributes: Attributes): void {
    switch (name) {
      case "w:tab":
      case "w:ptab":
        add("\t");
        break;
      case "w:br":
        if (attributes["w:type"] !== "page") add("\n");
        else {
          pageBreaks += 1;
          text.breakPage();
        }
        break;
      case "w:cr":
        add("\n");
        break;
      case "w:lastRenderedPageBreak":
        pageBreaks += 1;
        break;
      case "w:noBreakHyphen":
        add("\u{2011}");
        break;
      case "w:vanish":
        if (text.current !== undefined) text.current.isHidden = isOn(attributes["w:val"] ?? "1");
        break;
      case "w:sym": {
        const symbol = symbolText(attributes["w:font"], attributes["w:char"]);
        if (symbol === undefined) out.warn("Symbols from unknown fonts were left out.");
        else add(symbol);
        break;
      }
      case "w:footnoteReference":
      case "w:endnoteReference":
        add(`[${context.noteNumber(name === "w:footnoteReference" ? "footnote" : "endnote", attributes["w:id"] ?? "")}]`);
        break;
      case "w:fldChar":
        if (attributes["w:fldCharType"] === "begin") field.begin();
        else if (attributes["w:fldCharType"] === "separate") field.separate();
        else if (attributes["w:fldCharType"] === "end") field.end();
        break;
      default:
    }
  }

  function openProperty(name: string, value: string): void {
    const paragraph = text.current;
    if (paragraph === undefined) return;
    if (name === "w:pStyle") paragraph.style = value;
    else if (name === "w:numId") paragraph.numbering = value;
    else if (name === "w:ilvl") paragraph.depth = Number(value) || 0;
    else if (name === "w:outlineLvl") paragraph.outline = Number(value);
  }

  function openOther(name: string, attributes: Attributes): void {
    const value = attributes["w:val"];
    const sentence = leftOut[name];
    if (sentence !== undefined) out.warn(sentence);
    if (text.tables.open(name, value)) return;
    if (text.current?.isInRun === true) openInRun(name, attributes);
    else if (value !== undefined) openProperty(name, value);
  }

  return {
    get tables() {
      return text.tables.count;
    },
    get pageBreaks() {
      return pageBreaks;
    },
    open(name, attributes): void {
      if (skipping > 0 || unread.has(name)) {
        skipping += 1;
        return;
      }
      const alternative = alternatives.at(-1);
      if (name.startsWith("m:")) math.open(name, attributes);
      switch (name) {
        case "w:t":
        case "m:t":
          reading = "text";
          break;
        case "w:instrText":
          reading = "instruction";
          break;
        case "w:r":
        case "m:r":
          if (text.current !== undefined) Object.assign(text.current, { isInRun: true, isHidden: false });
          break;
        case "w:p":
          text.begin();
          break;
        case "w:trPr":
          isInRowProperties = true;
          break;
        case "w:del":
          if (isInRowProperties) text.tables.deleteRow();
          skipping = 1;
          break;
        case "w:hyperlink":
          links.push(hyperlink(context.relationships, attributes));
          break;
        case "w:fldSimple":
          links.push(linkOfInstruction(attributes["w:instr"] ?? ""));
          break;
        case "w:txbxContent":
          text.openBox();
          break;
        case "mc:AlternateContent":
          alternatives.push({ isTaken: false });
          break;
        case "mc:Choice":
        case "mc:Fallback":
          if (alternative?.isTaken === true) skipping = 1;
          else if (alternative !== undefined) alternative.isTaken = true;
          break;
        case "w:footnote":
        case "w:endnote": {
          const number = context.noteBegins?.(attributes["w:id"] ?? "");
          if (number === undefined) skipping = 1;
          else text.prefix(`[${number}] `);
          break;
        }
        default:
          openOther(name, attributes);
      }
    },
    close(name): void {
      if (skipping > 0) {
        skipping -= 1;
        return;
      }
      const equation = name.startsWith("m:") ? math.close(name) : undefined;
      if (equation !== undefined) add(equation);
      switch (name) {
        case "w:t":
        case "m:t":
        case "w:instrText":
          reading = undefined;
          break;
        case "w:r":
        case "m:r":
          if (text.current !== undefined) text.current.isInRun = false;
          break;
        case "w:p":
          text.end();
          break;
        case "w:trPr":
          isInRowProperties = false;
          break;
        case "w:hyperlink":
        case "w:fldSimple":
          links.pop();
          break;
        case "w:txbxContent":
          text.closeBox();
          break;
        case "mc:AlternateContent":
          alternatives.pop();
          break;
        default:
          text.tables.close(name);
      }
    },
    text(words): void {
      if (skipping > 0 || reading === undefined) return;
      if (reading === "instruction") field.instruct(words);
      else add(runText(words));
    },
  };
}

function hyperlink(relationships: Relationships, attributes: Attributes): string | undefined {
  const anchor = attributes["w:anchor"];
  const target = relationships.get(attributes["r:id"])?.target;
  if (target === undefined && anchor === undefined) return undefined;
  return anchor === undefined ? target : `${target ?? ""}#${anchor}`;
}
