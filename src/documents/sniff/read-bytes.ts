import { readSync } from "node:fs";
import type { BlockSource } from "#documents/blocks";

/** As many bytes as there are from that place on, at most `most`. */
export function bytesAt({ fd, bytes }: BlockSource, position: number, most: number): Buffer {
  const start = Math.min(Math.max(0, position), bytes);
  const into = Buffer.alloc(Math.min(most, bytes - start));
  let done = 0;
  while (done < into.length) {
    const read = readSync(fd, into, done, into.length - done, start + done);
    if (read === 0) break;
    done += read;
  }
  return into.subarray(0, done);
}
