import { readSync } from "node:fs";
import type { BlockSource } from "#documents/blocks";

const blockBytes = 65_536;
const keptBlocks = 128;

/** Reads a file in small steps at any place, as a PDF is read, from a few kept blocks of it: a file of any size costs the same memory. */
export function createBlockReader({ fd, bytes }: BlockSource): (position: number, into: Uint8Array) => boolean {
  const kept = new Map<number, Buffer>();

  const blockAt = (number: number): Buffer => {
    const found = kept.get(number);
    if (found !== undefined) return found;
    const block = Buffer.alloc(Math.min(blockBytes, bytes - number * blockBytes));
    fill(fd, block, number * blockBytes);
    if (kept.size >= keptBlocks) kept.delete(kept.keys().next().value ?? 0);
    kept.set(number, block);
    return block;
  };

  return (position, into) => {
    if (position < 0 || position + into.length > bytes) return false;
    if (into.length > blockBytes) return fill(fd, into, position);
    for (let done = 0; done < into.length;) {
      const at = position + done;
      const block = blockAt(Math.floor(at / blockBytes));
      const from = at % blockBytes;
      const part = block.subarray(from, Math.min(block.length, from + into.length - done));
      if (part.length === 0) return false;
      into.set(part, done);
      done += part.length;
    }
    return true;
  };
}

function fill(fd: number, into: Uint8Array, position: number): boolean {
  for (let done = 0; done < into.length;) {
    const read = readSync(fd, into, done, into.length - done, position + done);
    if (read === 0) return false;
    done += read;
  }
  return true;
}
