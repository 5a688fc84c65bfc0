import { common, createLowlight } from "lowlight";

/** A piece of code and what it is; plain where it is nothing in particular. */
export interface CodePiece {
  readonly text: string;
  readonly kind: CodeKind | null;
}

type CodeKind = "keyword" | "string" | "number" | "comment" | "name" | "type" | "attr";

const kinds: Readonly<Record<string, CodeKind>> = {
  keyword: "keyword",
  operator: "keyword",
  "selector-tag": "keyword",
  literal: "number",
  number: "number",
  string: "string",
  regexp: "string",
  "template-tag": "string",
  symbol: "string",
  comment: "comment",
  quote: "comment",
  doctag: "comment",
  title: "name",
  section: "name",
  name: "name",
  "selector-class": "name",
  "selector-id": "name",
  type: "type",
  class: "type",
  built_in: "type",
  attr: "attr",
  attribute: "attr",
  variable: "attr",
  property: "attr",
  params: "attr",
  meta: "comment",
};

const reader = createLowlight(common);

export function knowsLanguage(language: string): boolean {
  return reader.registered(language.toLowerCase());
}

/** The time some languages take grows with the square of a line's length. */
const longLine = /[^\n]{401}/;
/** More spans than that take too long to lay out in one task. */
const mostPieces = 1_500;

/** Texts and what they are, in order; together they are the code. Nothing of it is ever read as HTML. What would take too long is plain. */
export function codePieces(language: string, code: string): readonly CodePiece[] {
  const plain: readonly CodePiece[] = [{ text: code, kind: null }];
  if (longLine.test(code)) return plain;
  const pieces: CodePiece[] = [];
  try {
    collect(reader.highlight(language.toLowerCase(), code), null, pieces);
  } catch (error) {
    // Code can be nested deeper than the highlighter's recursion goes.
    if (error instanceof RangeError) return plain;
    throw error;
  }
  return pieces.length > mostPieces ? plain : pieces;
}

type Tree = ReturnType<typeof reader.highlight>;

function collect(node: Tree | Tree["children"][number], kind: CodeKind | null, into: CodePiece[]): void {
  if (node.type === "text") return void into.push({ text: node.value, kind });
  if (node.type !== "root" && node.type !== "element") return;
  const own = node.type === "element" ? kindOf(node.properties["className"]) : null;
  for (const child of node.children) collect(child, own ?? kind, into);
}

function kindOf(names: unknown): CodeKind | null {
  const found = Array.isArray(names) ? names.map((name) => kinds[String(name).replace(/^hljs-/, "")]).find((kind) => kind !== undefined) : undefined;
  return found ?? null;
}
