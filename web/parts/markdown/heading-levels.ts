import type { Block } from "#markdown/tree";

/** The page has its own first level. */
const pageLevels = 1;
const deepest = 6;

/**
 * The level at which assistive technology reads each heading. A text that begins with `##`, or goes from `#` to `###`, would leave a
 * level out: a heading is one level below the nearest one before it that is higher.
 */
export function headingLevels(blocks: readonly Block[]): ReadonlyMap<Block, number> {
  const levels = new Map<Block, number>();
  const above: number[] = [];
  for (const block of headingsIn(blocks)) {
    while ((above.at(-1) ?? 0) >= block.level) above.pop();
    above.push(block.level);
    levels.set(block, Math.min(deepest, pageLevels + above.length));
  }
  return levels;
}

function* headingsIn(blocks: readonly Block[]): Generator<Extract<Block, { kind: "heading" }>> {
  for (const block of blocks) {
    if (block.kind === "heading") yield block;
    else if (block.kind === "quote") yield* headingsIn(block.blocks);
    else if (block.kind === "list") for (const item of block.items) yield* headingsIn(item);
  }
}
