import type { Findings, Span } from "#documents/blocks";
import { isBlank, spanList, textOf, type SpanList } from "#documents/office/spans";
import type { Numbering } from "./numbering.ts";
import { levelOfOutline, type Styles } from "./styles.ts";
import { tables, type Tables } from "./tables.ts";

// Paragraphs nest: a text box stands inside a run of the paragraph that anchors it. Its own paragraphs wait until that one is out.

export interface Paragraph {
  style?: string;
  numbering?: string;
  depth?: number;
  outline?: number;
  isInRun: boolean;
  isHidden: boolean;
}

export interface Paragraphs {
  readonly tables: Tables;
  readonly current: Paragraph | undefined;
  begin(): void;
  end(): void;
  add(text: string, link: string | undefined): void;
  /** A page ends within the paragraph: what follows begins a line, if anything comes before and after. */
  breakPage(): void;
  openBox(): void;
  closeBox(): void;
  /** Written before the next paragraph. */
  prefix(text: string): void;
}

interface Finished {
  readonly paragraph: Paragraph;
  readonly spans: readonly Span[];
}

interface Open extends Paragraph {
  readonly spans: SpanList;
  readonly boxes: Finished[];
  isBroken: boolean;
}

const longestParagraph = 1_000_000;
const mostWaiting = 10_000;
const deepestList = 8;

export function paragraphs(out: Findings, styles: Styles, numbering: Numbering): Paragraphs {
  const stack: Open[] = [];
  const table = tables(
    out,
    () => boxes > 0,
    (line) => deliver({ paragraph: unstyled, spans: [{ text: line }] }),
  );
  let boxes = 0;
  let prefix = "";

  function deliver(finished: Finished): void {
    const anchor = boxes > 0 ? stack.at(-1) : undefined;
    if (table.isInCell) table.addLine(textOf(finished.spans));
    else if (isBlank(finished.spans)) return;
    else if (anchor !== undefined && anchor.boxes.length < mostWaiting) anchor.boxes.push(finished);
    else emit(finished);
  }

  function emit({ paragraph, spans }: Finished): void {
    if (prefix !== "") {
      out.block({ kind: "paragraph", spans: withPrefix(prefix, spans) });
      prefix = "";
      return;
    }
    const level = paragraph.outline === undefined ? styles.headingLevel(paragraph.style) : levelOfOutline(paragraph.outline);
    if (level !== undefined) {
      out.block({ kind: "heading", level, spans });
      return;
    }
    const list = paragraph.numbering === undefined ? styles.list(paragraph.style) : { numbering: paragraph.numbering, depth: 0 };
    const depth = Math.min(Math.max(paragraph.depth ?? list?.depth ?? 0, 0), deepestList);
    const marker = list === undefined || list.numbering === "0" ? undefined : numbering.marker(list.numbering, depth);
    if (marker === undefined || marker === "none") out.block({ kind: "paragraph", spans });
    else out.block({ kind: "item", depth, isOrdered: marker === "number", spans });
  }

  return {
    tables: table,
    get current() {
      return stack.at(-1);
    },
    begin() {
      stack.push({ spans: spanList(), boxes: [], isInRun: false, isHidden: false, isBroken: false });
    },
    end() {
      const paragraph = stack.pop();
      if (paragraph === undefined) return;
      deliver({ paragraph, spans: paragraph.spans.take() });
      for (const box of paragraph.boxes) deliver(box);
    },
    add(text, link) {
      const paragraph = stack.at(-1);
      if (paragraph === undefined || text === "") return;
      if (paragraph.isBroken) paragraph.spans.add("\n", undefined);
      paragraph.isBroken = false;
      paragraph.spans.add(text, link);
      if (paragraph.spans.length > longestParagraph) deliver({ paragraph, spans: paragraph.spans.take() });
    },
    breakPage() {
      const paragraph = stack.at(-1);
      if (paragraph !== undefined) paragraph.isBroken = paragraph.spans.length > 0;
    },
    openBox() {
      boxes += 1;
    },
    closeBox() {
      boxes -= 1;
    },
    prefix(text) {
      prefix = text;
    },
  };
}

const unstyled: Paragraph = { isInRun: false, isHidden: false };

function withPrefix(prefix: string, [first, ...rest]: readonly Span[]): Span[] {
  if (first === undefined || first.link !== undefined) return first === undefined ? [] : [{ text: prefix }, first, ...rest];
  return [{ text: prefix + first.text.trimStart() }, ...rest];
}
