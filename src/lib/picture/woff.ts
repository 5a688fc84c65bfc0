import { promisify } from "node:util";
import { inflate } from "node:zlib";

const inflated = promisify(inflate);
const headerBytes = 44;
const entryBytes = 20;

/** The named tables of a font in WOFF 1. Throws when one is missing. */
export async function woffTables<Tag extends string>(file: Buffer, tags: readonly Tag[]): Promise<Readonly<Record<Tag, Buffer>>> {
  if (file.toString("latin1", 0, 4) !== "wOFF") throw new Error("the file is not a font in WOFF 1");
  const found = new Map<string, Buffer>();
  for (let i = 0; i < file.readUInt16BE(12); i++) {
    const at = headerBytes + i * entryBytes;
    const tag = file.toString("latin1", at, at + 4);
    if (!tags.some((one) => one === tag)) continue;
    const [from, packed, length] = [file.readUInt32BE(at + 4), file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    const bytes = file.subarray(from, from + packed);
    found.set(tag, packed < length ? await inflated(bytes) : bytes);
  }
  const missing = tags.find((tag) => !found.has(tag));
  if (missing !== undefined) throw new Error(`the font has no table ${missing}`);
  return Object.fromEntries(found) as Record<Tag, Buffer>;
}
