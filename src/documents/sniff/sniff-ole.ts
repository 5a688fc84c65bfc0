import type { BlockSource } from "#documents/blocks";
import { bytesAt } from "./read-bytes.ts";
import type { Sniffed } from "./sniffed.ts";

const reach = 1_048_576;
const kinds = { WordDocument: "doc", Workbook: "xls", Book: "xls", "PowerPoint Document": "ppt", __substg1: "msg" } as const;

/** The old container of Office, which also wraps today's files when they have a password. Its streams have names, in UTF-16. */
export function sniffOle(source: BlockSource): Sniffed {
  const head = bytesAt(source, 0, reach);
  const list = head.length < 512 ? Buffer.alloc(0) : bytesAt(source, (head.readUInt32LE(48) + 1) * 2 ** Math.min(12, head.readUInt16LE(30)), reach);
  const tail = bytesAt(source, source.bytes - reach, reach);
  const has = (name: string): boolean => [list, head, tail].some((part) => part.includes(Buffer.from(name, "utf16le")));
  if (has("EncryptedPackage")) return { is: "encrypted", format: "office" };
  return { is: "other", format: Object.entries(kinds).find(([name]) => has(name))?.[1] ?? "ole" };
}
