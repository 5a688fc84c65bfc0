import type { DocumentBlock, Span } from "#documents/blocks";
import { OutputLimitReached } from "./budget.ts";
import { cleanLine, cleanText } from "#documents/clean";
import { sayCut, type BlockWriter, type BlockWriterParts } from "./writer.ts";

const marks = { slide: "Slide", sheet: "Sheet" } as const;

/** Markdown as GitHub reads it. Only what would be read as a mark is escaped: the text is for people and models, not for a printer. */
export function createMarkdownWriter({ put, budget }: BlockWriterParts): BlockWriter {
  let before: DocumentBlock["kind"] | undefined;
  let columns: number | undefined;
  let title: string | undefined;
  const indentOf = createIndents();
  const write = (text: string): void => {
    put(budget.take(text));
    if (budget.isSpent) throw new OutputLimitReached();
  };
  const apart = (): string => (before === undefined ? "" : "\n\n");

  const row = (cells: readonly string[]): string => {
    const head = columns === undefined;
    columns ??= Math.max(1, cells.length);
    const filled = [...cells, ...Array<string>(Math.max(0, columns - cells.length)).fill("")];
    const line = `| ${filled.map(cellOf).join(" | ")} |`;
    return head ? `${apart()}${line}\n|${" --- |".repeat(columns)}` : `\n${line}`;
  };

  return {
    block: (block) => {
      if (block.kind === "page") title = block.title;
      if (block.kind === "table") {
        columns = undefined;
        if (block.name === undefined || block.name === title) return;
      }
      if (block.kind === "table-end") return;
      if (block.kind === "row") write(row(block.cells));
      else if (block.kind === "item") write(`${before === "item" ? "\n" : apart()}${itemOf(block, indentOf(block, before !== "item"))}`);
      else write(`${apart()}${markdownOf(block)}`);
      before = block.kind;
    },
    end: () => put(budget.isSpent ? `\n\n${sayCut(budget.taken)}\n` : before === undefined ? "" : "\n"),
  };
}

type Item = Extract<DocumentBlock, { kind: "item" }>;

function itemOf(block: Item, indent: number): string {
  const mark = markOf(block);
  return `${" ".repeat(indent)}${mark} ${spansOf(block.spans, cleanText).replaceAll("\n", `\n${" ".repeat(indent + bulletOf(mark).length + 1)}`)}`;
}

/** What is below an item stands below its words, which begin further in after a number than after a dash. */
function createIndents(): (item: Item, isFirst: boolean) => number {
  const open: { readonly depth: number; readonly words: number }[] = [];
  return (item, isFirst) => {
    if (isFirst) open.length = 0;
    while ((open.at(-1)?.depth ?? -1) >= item.depth) open.pop();
    const indent = open.at(-1)?.words ?? 0;
    open.push({ depth: item.depth, words: indent + bulletOf(markOf(item)).length + 1 });
    return indent;
  };
}

function markdownOf(block: Exclude<DocumentBlock, { kind: "row" | "table-end" | "item" }>): string {
  switch (block.kind) {
    case "page": {
      const name = block.title === undefined ? "" : `: ${escape(cleanLine(block.title))}`;
      return block.of === "page"
        ? `<!-- page ${block.number} -->`
        : `## ${marks[block.of]} ${block.number}${name}${block.isHidden === true ? " (hidden)" : ""}`;
    }
    case "heading":
      return `${"#".repeat(Math.min(6, Math.max(1, block.level)))} ${spansOf(block.spans, cleanLine)}`;
    case "paragraph":
      return withoutLead(spansOf(block.spans, cleanText));
    case "notes":
      return `> **Speaker notes:** ${spansOf(block.spans, cleanText).replaceAll("\n", "\n> ")}`;
    case "table":
      return `**${escape(cleanLine(block.name ?? ""))}**`;
  }
}

/** Markdown knows numbers; letters become part of the text. */
function markOf({ isOrdered, mark }: Item): string {
  if (mark === undefined) return isOrdered ? "1." : "-";
  return /^\d{1,9}[.)]$/.test(mark) ? mark : `- ${mark}`;
}

/** Without what is only text. */
function bulletOf(mark: string): string {
  return mark.startsWith("- ") ? "-" : mark;
}

function spansOf(spans: readonly Span[], clean: (text: string) => string): string {
  // Cleaned as one, so that a space between two spans stays.
  const marked = spans.map(({ text, link }) => (link === undefined ? escape(text) : linkOf(text, link))).join("");
  return clean(marked);
}

/** Link targets are untrusted: only those that a browser may open become links. */
function linkOf(text: string, link: string): string {
  const words = escape(text);
  if (!/^(https?:|mailto:|ftp:|#)/i.test(link)) return words;
  const url = encodeURI(cleanLine(link).toWellFormed()).replaceAll("%25", "%").replaceAll("(", "%28").replaceAll(")", "%29");
  const [, start = "", middle = "", end = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(words) ?? [];
  return middle === "" ? words : `${start}[${middle.replaceAll("\n", " ")}](${url})${end}`;
}

function escape(text: string): string {
  return text.replaceAll(/[\\`*<[\]]/g, "\\$&").replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");
}

function cellOf(text: string): string {
  return escape(cleanText(text).trim()).replaceAll("|", "\\|").replaceAll("\n", "<br>");
}

/** What only at the head of a line is a mark. */
function withoutLead(text: string): string {
  return text.replaceAll(/^(\s*)([#>+=|-]|~~~)/gm, "$1\\$2").replaceAll(/^(\s*\d+)([.)]\s)/gm, "$1\\$2");
}
