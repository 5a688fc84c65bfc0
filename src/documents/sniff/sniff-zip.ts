import type { BlockSource } from "#documents/blocks";
import { bytesAt } from "./read-bytes.ts";
import type { Sniffed } from "./sniffed.ts";

const endBytes = 22;
const longestComment = 65_535;
const listBytes = 1_048_576;
const localEntry = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** An Office file is a zip whose names say which. Only names are looked at: nothing is unpacked. */
export function sniffZip(source: BlockSource): Sniffed {
  const names = namesOf(source);
  const some = (start: string): boolean => names.some((name) => name.startsWith(start));
  const type = openDocumentType(source);
  if (type !== undefined) return { is: "other", format: type };
  if (some("xl/workbook.bin")) return { is: "other", format: "xlsb" };
  if (some("word/")) return { is: "document", format: "docx" };
  if (some("ppt/")) return { is: "document", format: "pptx" };
  if (some("xl/")) return { is: "document", format: "xlsx" };
  return { is: "other", format: "zip" };
}

/** From the list at the end or, where that is cut off, from what stands before the first entries. */
function namesOf(source: BlockSource): readonly string[] {
  const tail = bytesAt(source, source.bytes - endBytes - longestComment, endBytes + longestComment);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end === -1 || end + endBytes > tail.length) return localNames(bytesAt(source, 0, listBytes));
  const list = bytesAt(source, tail.readUInt32LE(end + 16), Math.min(tail.readUInt32LE(end + 12), listBytes));
  const names: string[] = [];
  for (let at = 0; at + 46 <= list.length && list.readUInt32LE(at) === 0x02014b50;) {
    const [name, extra, comment] = [list.readUInt16LE(at + 28), list.readUInt16LE(at + 30), list.readUInt16LE(at + 32)];
    names.push(list.toString("utf8", at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return names.length > 0 ? names : localNames(bytesAt(source, 0, listBytes));
}

function localNames(head: Buffer): readonly string[] {
  const names: string[] = [];
  for (let at = head.indexOf(localEntry); at !== -1 && at + 30 <= head.length; at = head.indexOf(localEntry, at + 30))
    names.push(head.toString("utf8", at + 30, at + 30 + head.readUInt16LE(at + 26)));
  return names;
}

/** OpenDocument and EPUB name themselves in a first entry that is stored as it is. */
function openDocumentType(source: BlockSource): string | undefined {
  const head = bytesAt(source, 0, 200).toString("latin1");
  const type = /^.{30}mimetype(application\/[\w.+-]+?)(?=PK|$)/s.exec(head)?.[1];
  if (type === undefined) return undefined;
  const kinds = { text: "odt", spreadsheet: "ods", presentation: "odp", epub: "epub" };
  return Object.entries(kinds).find(([word]) => type.includes(word))?.[1] ?? "zip";
}
