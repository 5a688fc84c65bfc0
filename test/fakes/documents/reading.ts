import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DocumentBlock, Counts, Findings, BlockSource } from "#documents/blocks";

export interface Read {
  readonly blocks: readonly DocumentBlock[];
  readonly warnings: readonly string[];
  readonly progress: readonly (readonly [done: number, total: number | undefined])[];
  readonly counts: Counts;
}

/** The bytes as a reader gets them: a descriptor without a name. */
export function sourceOf(bytes: Uint8Array | string): BlockSource & Disposable {
  const dir = mkdtempSync(join(tmpdir(), "parley-doc-"));
  const file = join(dir, "file");
  writeFileSync(file, bytes);
  const fd = openSync(file, "r");
  rmSync(dir, { recursive: true });
  return { fd, bytes: fstatSync(fd).size, [Symbol.dispose]: () => closeSync(fd) };
}

export async function withSource<T>(bytes: Uint8Array | string, use: (source: BlockSource) => Promise<T>): Promise<T> {
  using source = sourceOf(bytes);
  return await use(source);
}

export function readAll(bytes: Uint8Array | string, read: (source: BlockSource, out: Findings) => Promise<Counts>): Promise<Read> {
  return withSource(bytes, async (source) => {
    const blocks: DocumentBlock[] = [];
    const warnings = new Set<string>();
    const progress: [number, number | undefined][] = [];
    const counts = await read(source, {
      block: (block) => void blocks.push(block),
      warn: (sentence) => void warnings.add(sentence),
      progress: (done, total) => void progress.push([done, total]),
    });
    return { blocks, warnings: [...warnings], progress, counts };
  });
}

/** A block as one short line, for tests that compare whole documents. */
export function lineOf(block: DocumentBlock): string {
  switch (block.kind) {
    case "page":
      return `== ${block.of} ${block.number}${block.title === undefined ? "" : ` ${block.title}`}${block.isHidden === true ? " (hidden)" : ""}`;
    case "heading":
      return `${"#".repeat(block.level)} ${wordsOf(block)}`;
    case "item":
      return `${"  ".repeat(block.depth)}${block.isOrdered ? "1." : "-"} ${wordsOf(block)}`;
    case "notes":
      return `> ${wordsOf(block)}`;
    case "paragraph":
      return wordsOf(block);
    case "table":
      return `[table ${block.number}${block.name === undefined ? "" : ` ${block.name}`}`;
    case "row":
      return `|${block.cells.join("|")}|`;
    case "table-end":
      return "]";
  }
}

export function linesOf({ blocks }: Read): string[] {
  return blocks.map(lineOf);
}

/** The words of a block, links as `text<link>`. */
function wordsOf(block: Extract<DocumentBlock, { spans: unknown }>): string {
  return block.spans.map(({ text, link }) => (link === undefined ? text : `${text}<${link}>`)).join("");
}
