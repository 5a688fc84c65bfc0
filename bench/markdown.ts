import { spawnSync } from "node:child_process";
import { Lexer } from "marked";
import { parseBlocks } from "#markdown/blocks";
import { parseInline } from "#markdown/inline";
import type { Block } from "#markdown/tree";
import { row } from "./numbers.ts";

// How long a message of 250 kB takes to read, ordinary and hostile: the hub's reader (marked's block lexer within bounds, and an inline
// reader of its own) beside marked alone. Each text in a process of its own, which is ended after `limitMs`.
//   npm run bench:markdown

const limitMs = 8_000;
const bytes = 250_000;
const unit = "Some *text* with `code` and a [link](https://x.org), about as long as people write.\n\n- an item\n- another\n\n";
const fill = (bit: string): string => bit.repeat(Math.floor(bytes / bit.length));

const texts: Readonly<Record<string, () => string>> = {
  "paragraphs and lists": () => fill(unit),
  "a table of 5,000 rows": () => `| a | b | c |\n|-|-|-|\n${"| x | *y* | `z` |\n".repeat(5_000)}`,
  "10,000 quotes deep": () => `${">".repeat(10_000)} x`,
  "10,000 lists deep": () => `${"- ".repeat(10_000)}x`,
  "700 indented lists": () => Array.from({ length: 700 }, (_, i) => `${" ".repeat(i * 2)}- x`).join("\n"),
  "[ 250,000 times": () => fill("["),
  "_a repeated": () => fill("_a"),
  "**a*b_c__ repeated": () => fill("**a*b_c__"),
  "zero-width between marks": () => fill("\u200b*\u200d_"),
  "x, spaces, y": () => `x${" ".repeat(bytes)}y`,
};

const readers: Readonly<Record<string, (text: string) => void>> = {
  parley: (text) => readAll(parseBlocks(text)),
  marked: (text) => void new Lexer({ gfm: true, breaks: true }).lex(text),
};

const [, , readerName = "", textName = ""] = process.argv;
const reader = readers[readerName];
const text = texts[textName];
if (reader !== undefined && text !== undefined) {
  const source = text();
  const began = performance.now();
  reader(source);
  console.log(performance.now() - began);
} else {
  row("text of 250 kB", "Parley ms", "marked ms");
  for (const name of Object.keys(texts)) row(`  ${name}`, measured("parley", name), measured("marked", name));
}

function measured(which: string, name: string): number | string {
  const args = ["-C", "parley-source", import.meta.filename, which, name];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: limitMs, stdio: ["ignore", "pipe", "ignore"] });
  if (status === null) return `> ${limitMs}`;
  return status === 0 ? Number(stdout) : "overflow";
}

function readAll(blocks: readonly Block[]): void {
  for (const block of blocks) {
    if (block.kind === "quote") readAll(block.blocks);
    else if (block.kind === "list") block.items.forEach(readAll);
    else if (block.kind === "table") [block.head, ...block.rows].forEach((cells) => cells.forEach((cell) => parseInline(cell)));
    else if (block.kind === "paragraph" || block.kind === "heading") parseInline(block.text);
  }
}
