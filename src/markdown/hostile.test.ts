import { describe, expect, it } from "vitest";
import { createGrowingReader, parseBlocks } from "./blocks.ts";
import { parseInline } from "./inline.ts";
import type { Block, Inline } from "./tree.ts";

const readGrowing = (source: string): readonly Block[] => createGrowingReader()(source);

function depth(blocks: readonly Block[]): number {
  return Math.max(
    0,
    ...blocks.map((block) => 1 + (block.kind === "quote" ? depth(block.blocks) : block.kind === "list" ? Math.max(0, ...block.items.map(depth)) : 0)),
  );
}
function everyText(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.kind === "quote") return everyText(block.blocks);
    if (block.kind === "list") return block.items.flatMap(everyText);
    if (block.kind === "table") return [...block.head, ...block.rows.flat()];
    return "text" in block ? [block.text] : [];
  });
}

describe("hostile text", () => {
  const long = 250_000;
  const attacks: readonly (readonly [string, string])[] = [
    ["one long line", "x".repeat(long)],
    ["deep quotes", `${">".repeat(long)} x`],
    ["ten thousand quotes", `${">".repeat(10_000)} x`],
    ["ten thousand lists on a line", `${"- ".repeat(10_000)}x`],
    ["ten thousand numbers on a line", "1. ".repeat(10_000)],
    ["quotes and lists by turns", `${"> - ".repeat(2_000)}a\n`.repeat(6)],
    ["a head of many columns over many short rows", `${"|a".repeat(1_000)}\n${"|-".repeat(1_000)}\n${"x\n".repeat(30_000)}`],
    ["forty columns over many short rows", `${"|a".repeat(40)}\n${"|-".repeat(40)}\n${"x\n".repeat(30_000)}`],
    ["underscores between letters", "_a".repeat(long / 2)],
    ["zero-width characters between marks", "\u200b*\u200d_".repeat(long / 4)],
    ["zero-width characters", "\u200b".repeat(long)],
    ["marks that never close", `${"*a **a ".repeat(long / 10)}${"**".repeat(long / 10)}`],
    ["open marks of two kinds by turns", "**a_".repeat(long / 4)],
    ["underlines", "a\n=\n".repeat(long / 8)],
    ["a cell full of spaces", `| a |\n|-|\n| x${" ".repeat(long)}y |`],
    ["deep lists", Array.from({ length: 440 }, (_, at) => `${" ".repeat(at * 2)}- x`).join("\n")],
    ["stars", "*a ".repeat(long / 3)],
    ["stars and bars", "**a*b_c__".repeat(long / 9)],
    ["brackets", "[".repeat(long)],
    ["half links", "[a](".repeat(long / 4)],
    ["closing brackets", `${"[".repeat(20)}${"](x".repeat(long / 3)}`],
    ["backticks of every length", Array.from({ length: 600 }, (_, at) => "`".repeat(at + 1)).join(" ")],
    ["addresses", "https://x.org/)))".repeat(long / 17)],
    ["angle brackets", "<https://".repeat(long / 9)],
    ["bars", `${"|".repeat(1_000)}\n${"|-".repeat(500)}\n${"a|".repeat(long / 2)}`],
    ["hashes", `# ${"# ".repeat(long / 2)}`],
    ["spaces", `x${" ".repeat(long)}y`],
    ["escapes", "\\".repeat(long)],
    ["blank lines in a list", `- a${"\n".repeat(long)}b`],
  ];

  it.each(attacks)("is read whole and stays shallow: %s", (_, source) => {
    for (const growing of [false, true]) {
      const blocks = growing ? readGrowing(source) : parseBlocks(source);
      expect(depth(blocks)).toBeLessThanOrEqual(10);
      expect(everyText(blocks).reduce((most, one) => Math.max(most, deepest(parseInline(one, growing))), 0)).toBeLessThanOrEqual(17);
    }
  });

  function deepest(parts: readonly Inline[]): number {
    return parts.reduce((most, part) => Math.max(most, "children" in part ? 1 + deepest(part.children) : 1), 0);
  }
});
