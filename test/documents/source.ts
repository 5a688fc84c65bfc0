import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Block, Counts, Findings, Source } from "#documents/blocks";

let count = 0;

/** The bytes as an open file without a name, as the program gets it. */
export function sourceOf(bytes: Uint8Array | string): Source & Disposable {
  const path = join(tmpdir(), `parley-source-${process.pid}-${count++}`);
  writeFileSync(path, bytes, { mode: 0o600 });
  const fd = openSync(path, "r");
  rmSync(path);
  return { fd, bytes: Buffer.byteLength(bytes), [Symbol.dispose]: () => closeSync(fd) };
}

export interface Found {
  readonly blocks: readonly Block[];
  readonly warnings: readonly string[];
  readonly progress: readonly (readonly [number, number | undefined])[];
  readonly counts: Counts;
}

/** Everything that a reader finds in the bytes. */
export async function readAll(bytes: Uint8Array | string, read: (source: Source, out: Findings) => Promise<Counts>): Promise<Found> {
  using source = sourceOf(bytes);
  const blocks: Block[] = [];
  const warnings: string[] = [];
  const progress: [number, number | undefined][] = [];
  const counts = await read(source, {
    block: (block) => void blocks.push(block),
    warn: (sentence) => void warnings.push(sentence),
    progress: (done, total) => void progress.push([done, total]),
  });
  return { blocks, warnings, progress, counts };
}
