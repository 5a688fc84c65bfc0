import type { Block, Inline } from "./blocks.ts";
import { parseInline } from "./inline.ts";
import { isTableStart, parseTable } from "./table.ts";

const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\n]*)$/;
const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const rule = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const quote = /^ {0,3}> ?/;
const item = /^( {0,3})([-*+]|\d{1,9}[.)])(?:([ \t]+)(?=\S)|[ \t]*$)/;
const indented = /^(?: {4}|\t)/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
/** Deeper quotes and lists are read as text: each level reads its lines once more. */
const deepest = 8;

export function parseMarkdown(source: string): readonly Block[] {
  return parseBlocks(source.replaceAll(/\r\n?/g, "\n").split("\n"), 0);
}

interface Taken {
  readonly block: Block;
  /** The first line after it. */
  readonly next: number;
}

function parseBlocks(lines: readonly string[], depth: number): readonly Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    if (isBlank(lines[at])) {
      at++;
      continue;
    }
    const taken =
      takeFence(lines, at) ??
      takeHeading(lines, at) ??
      takeRule(lines, at) ??
      takeNested(lines, at, depth) ??
      takeTable(lines, at) ??
      takeIndented(lines, at) ??
      takeParagraph(lines, at, depth);
    blocks.push(taken.block);
    at = taken.next;
  }
  return blocks;
}

function takeFence(lines: readonly string[], at: number): Taken | undefined {
  const open = fence.exec(lines[at] ?? "");
  const marker = open?.[1];
  if (marker === undefined) return undefined;
  const isClose = (line: string): boolean => {
    const text = line.trim();
    return text.length >= marker.length && text === marker.charAt(0).repeat(text.length);
  };
  let end = at + 1;
  while (end < lines.length && !isClose(lines[end] ?? "")) end++;
  return { block: { kind: "code", language: (open?.[2] ?? "").trim(), text: lines.slice(at + 1, end).join("\n") }, next: end + 1 };
}

function takeHeading(lines: readonly string[], at: number): Taken | undefined {
  const found = heading.exec(lines[at] ?? "");
  if (found === null) return undefined;
  const text = (found[2] ?? "").trimEnd().replace(/(?:^|[ \t])#+$/, "");
  return { block: { kind: "heading", level: found[1]?.length ?? 1, inlines: parseInline(text.trim()) }, next: at + 1 };
}

function takeRule(lines: readonly string[], at: number): Taken | undefined {
  return rule.test(lines[at] ?? "") ? { block: { kind: "rule" }, next: at + 1 } : undefined;
}

function takeNested(lines: readonly string[], at: number, depth: number): Taken | undefined {
  if (depth >= deepest) return undefined;
  if (!quote.test(lines[at] ?? "")) return takeList(lines, at, depth);
  let end = at;
  while (end < lines.length && quote.test(lines[end] ?? "")) end++;
  const inner = lines.slice(at, end).map((line) => line.replace(quote, ""));
  return { block: { kind: "quote", blocks: parseBlocks(inner, depth + 1) }, next: end };
}

function takeList(lines: readonly string[], first: number, depth: number): Taken | undefined {
  const kind = listKind(lines[first]);
  if (kind === undefined) return undefined;
  const items: (readonly Block[])[] = [];
  let at = first;
  while (at < lines.length && listKind(lines[at]) === kind && !rule.test(lines[at] ?? "")) {
    const end = itemEnd(lines, at);
    const width = contentIndent(lines[at] ?? "");
    const inner = [(lines[at] ?? "").slice(width), ...lines.slice(at + 1, end).map((line) => unindent(line, width))];
    items.push(parseBlocks(inner, depth + 1));
    at = end;
    while (at < lines.length && isBlank(lines[at]) && listKind(nextFilled(lines, at)) === kind) at++;
  }
  const number = Number.parseInt((lines[first] ?? "").trim(), 10);
  return { block: { kind: "list", start: Number.isNaN(number) ? undefined : number, items }, next: at };
}

/** Lines that belong to the item: indented ones, and the rest of its paragraph even where it is not indented. */
function itemEnd(lines: readonly string[], first: number): number {
  const width = contentIndent(lines[first] ?? "");
  let at = first + 1;
  let blanks = 0;
  for (; at + blanks < lines.length;) {
    const line = lines[at + blanks];
    if (isBlank(line)) {
      blanks++;
      continue;
    }
    const isInside = indentOf(line ?? "") >= width || (blanks === 0 && !startsBlock(line ?? ""));
    if (!isInside) break;
    at += blanks + 1;
    blanks = 0;
  }
  return at;
}

function takeTable(lines: readonly string[], at: number): Taken | undefined {
  if (!isTableStart(lines[at] ?? "", lines[at + 1])) return undefined;
  let end = at + 2;
  while (end < lines.length && (lines[end] ?? "").includes("|")) end++;
  return { block: parseTable(lines.slice(at, end)), next: end };
}

function takeIndented(lines: readonly string[], at: number): Taken | undefined {
  if (!indented.test(lines[at] ?? "")) return undefined;
  let end = at;
  while (end < lines.length && (indented.test(lines[end] ?? "") || isBlank(lines[end]))) end++;
  while (isBlank(lines[end - 1])) end--;
  const text = lines
    .slice(at, end)
    .map((line) => line.replace(indented, ""))
    .join("\n");
  return { block: { kind: "code", language: "", text }, next: end };
}

function takeParagraph(lines: readonly string[], first: number, depth: number): Taken {
  let at = first + 1;
  while (at < lines.length && !isBlank(lines[at])) {
    const under = underline.exec(lines[at] ?? "")?.[1];
    if (under !== undefined) return { block: { kind: "heading", level: under.startsWith("=") ? 1 : 2, inlines: inlinesOf(lines, first, at) }, next: at + 1 };
    if ((startsBlock(lines[at] ?? "") && depth < deepest) || isTableStart(lines[at] ?? "", lines[at + 1])) break;
    at++;
  }
  return { block: { kind: "paragraph", inlines: inlinesOf(lines, first, at) }, next: at };
}

/** A line end inside a paragraph stays one: chats show lines as they were written. */
function inlinesOf(lines: readonly string[], from: number, to: number): readonly Inline[] {
  return parseInline(
    lines
      .slice(from, to)
      .map((line) => line.trim())
      .join("\n"),
  );
}

function startsBlock(line: string): boolean {
  return fence.test(line) || heading.test(line) || rule.test(line) || quote.test(line) || item.test(line);
}

function listKind(line: string | undefined): string | undefined {
  return item.exec(line ?? "")?.[2]?.at(-1);
}

function contentIndent(line: string): number {
  const found = item.exec(line);
  const gap = found?.[3]?.length ?? 1;
  // Five spaces and more after the bullet are an indented block inside the item, not its margin.
  return (found?.[1]?.length ?? 0) + (found?.[2]?.length ?? 1) + (gap > 4 ? 1 : gap);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function unindent(line: string, width: number): string {
  return line.slice(Math.min(width, indentOf(line)));
}

function nextFilled(lines: readonly string[], at: number): string | undefined {
  return lines.slice(at, at + 8).find((line) => !isBlank(line));
}

function isBlank(line: string | undefined): boolean {
  return line !== undefined && line.trim() === "";
}
