import { read } from "node:fs";
import { promisify } from "node:util";

const readFd = promisify(read);

/** All of an open file from its start, or undefined when it holds more than `most`: a file may grow while it is read. */
export async function readWhole(fd: number, most: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let at = 0;
  while (at <= most) {
    const { bytesRead, buffer } = await readFd(fd, { buffer: Buffer.allocUnsafe(Math.min(64 * 1024, most + 1 - at)), position: at });
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  return undefined;
}
