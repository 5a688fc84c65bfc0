import { ParleyError } from "#domain/errors";
import { quote } from "./quote.ts";

/** One line with what is indented below it. Text lines (`| …`) belong to the line above them. */
export interface Node {
  readonly line: number;
  readonly head: string;
  readonly text: readonly string[];
  readonly children: readonly Node[];
}

interface Growing {
  readonly line: number;
  readonly indent: number;
  readonly head: string;
  readonly text: string[];
  readonly children: Growing[];
}

/** The line's number and what was expected there; the parser adds the file. */
export function wrongAt(line: number, expected: string): ParleyError {
  return new ParleyError("BadConfig", `line ${line}: expected ${expected}.`, { data: { line } });
}

const deepest = 20;

/** Indentation makes the tree: spaces only, deeper is inside, back means back to a column that was used. */
export function readLines(source: string): readonly Node[] {
  const root: Growing = { line: 0, indent: -1, head: "", text: [], children: [] };
  const open = [root];
  for (const [index, raw] of source
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = index + 1;
    const body = raw.trimStart();
    if (body === "" || body.startsWith("#")) continue;
    const lead = raw.slice(0, raw.length - body.length);
    if (/[^ ]/.test(lead)) throw wrongAt(line, `spaces at the beginning of the line, found ${quote(lead)}`);
    if (body.startsWith("|")) addText(open, line, lead.length, body);
    else addNode(open, { line, indent: lead.length, head: body.trimEnd(), text: [], children: [] });
  }
  return root.children;
}

function addText(open: readonly Growing[], line: number, indent: number, body: string): void {
  const owner = open.at(-1);
  if (!owner || owner.line === 0) throw wrongAt(line, "a line that the text belongs to above the first |");
  if (indent <= owner.indent) throw wrongAt(line, `| further in than line ${owner.line}, which the text belongs to`);
  if (owner.children.length > 0) throw wrongAt(line, `the text of line ${owner.line} right below it`);
  owner.text.push(body.startsWith("| ") ? body.slice(2) : body.slice(1));
}

function addNode(open: Growing[], node: Growing): void {
  while ((open.at(-1)?.indent ?? -1) >= node.indent) open.pop();
  const parent = open.at(-1);
  const sibling = parent?.children.at(-1);
  if (sibling && sibling.indent !== node.indent) {
    throw wrongAt(node.line, `${sibling.indent} spaces as on line ${sibling.line}, found ${node.indent}`);
  }
  if (open.length > deepest) throw wrongAt(node.line, `at most ${deepest} levels of indentation`);
  parent?.children.push(node);
  open.push(node);
}
