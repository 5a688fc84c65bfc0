import type { DocumentBlock } from "#documents/blocks";

/** Words of a text, in a form that does not depend on layout: letters and digits run together, Chinese one character at a time. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFC")
      .match(/\p{Script=Han}|[\p{L}\p{N}]+/gu)
      ?.flatMap((word) => (/\p{Script=Han}/u.test(word) && word.length > 1 ? [...word] : [word])) ?? []
  );
}

export function textOfBlocks(blocks: readonly DocumentBlock[]): string {
  return blocks
    .map((block) => {
      if (block.kind === "row") return block.cells.join("\n");
      return "spans" in block ? block.spans.map(({ text }) => text).join("") : "";
    })
    .join("\n");
}

/** All text of an XML source, without its tags. */
export function textOfXml(xml: string): string {
  const entities: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"' };
  return xml
    .replaceAll(/<text:note-citation>.*?<\/text:note-citation>/gu, " ")
    .replaceAll(/<[^>]*>/gu, "\n")
    .replaceAll(/&\w+;/gu, (entity) => entities[entity] ?? "");
}

export interface Recall {
  readonly found: number;
  readonly expected: number;
  readonly missing: readonly string[];
}

/** How many of the expected words are among the found ones, each as often as it is expected. */
export function recall(expected: readonly string[], found: readonly string[]): Recall {
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  const missing = expected.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
  return { found: expected.length - missing.length, expected: expected.length, missing };
}

interface PandocNode {
  readonly t?: string;
  readonly c?: unknown;
}

/** The words and the table cells of what pandoc makes of a document, from its own tree. */
export function fromPandoc(json: string): { readonly text: string; readonly cells: readonly string[] } {
  const { blocks } = JSON.parse(json) as { blocks: unknown };
  const cells: string[] = [];
  const table = (node: unknown): void => {
    // A cell is [attributes, alignment, rows, columns, blocks].
    if (Array.isArray(node) && node.length === 5 && typeof node[2] === "number" && typeof node[3] === "number") cells.push(textOf(node[4]).trim());
    else if (Array.isArray(node)) node.forEach(table);
    else if (isNode(node)) table(node.c);
  };
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk);
    else if (isNode(node) && node.t === "Table") table(node.c);
    else if (isNode(node)) walk(node.c);
  };
  walk(blocks);
  return { text: textOf(blocks), cells };
}

function textOf(node: unknown): string {
  if (Array.isArray(node)) return node.map(textOf).join("");
  if (!isNode(node)) return "";
  if (node.t === "Str") return String(node.c);
  if (node.t === "Space" || node.t === "SoftBreak" || node.t === "LineBreak") return " ";
  const inside = textOf(node.c);
  if (node.t === "Note") return `\n${inside}`;
  return node.t === "Para" || node.t === "Plain" || node.t === "Header" ? `${inside}\n` : inside;
}

function isNode(node: unknown): node is PandocNode {
  return typeof node === "object" && node !== null && "t" in node;
}

/** Rows of a CSV as RFC 4180 has it. */
export function parseCsv(csv: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  for (const match of csv.replace(/^\u{feff}/u, "").matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/gu)) {
    const [whole, quoted, plain = "", end] = match;
    if (whole === "" && cells.length === 0) break;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(cells);
    cells = [];
  }
  return rows;
}
