import type { BlockSource } from "#documents/blocks";
import { bytesAt } from "./read-bytes.ts";
import { sniffOle } from "./sniff-ole.ts";
import { sniffZip } from "./sniff-zip.ts";
import type { Sniffed } from "./sniffed.ts";

// Where its words may stand in front of a PDF, by old custom.
const pdfWithin = 1_024;
const looked = 4_096;

export function sniff(source: BlockSource): Sniffed {
  if (source.bytes === 0) return { is: "empty" };
  const head = bytesAt(source, 0, looked);
  const starts = (...bytes: readonly number[]): boolean => bytes.every((byte, i) => head[i] === byte);
  const says = (words: string, at = 0): boolean => head.subarray(at, at + words.length).toString("latin1") === words;

  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0x50, 0x4b, 0x05, 0x06)) return sniffZip(source);
  if (starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return sniffOle(source);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return { is: "picture", format: "png" };
  if (starts(0xff, 0xd8, 0xff)) return { is: "picture", format: "jpeg" };
  if (says("GIF87a") || says("GIF89a")) return { is: "picture", format: "gif" };
  if (says("RIFF") && says("WEBP", 8)) return { is: "picture", format: "webp" };
  if (says("BM") && head.length > 26 && head.readUInt32LE(2) <= source.bytes + 2) return { is: "picture", format: "bmp" };
  if (says("II*\0") || says("MM\0*")) return { is: "picture", format: "tiff" };
  if (/^P[1-6]\s/.test(head.subarray(0, 3).toString("latin1"))) return { is: "picture", format: "pnm" };
  if (head.subarray(0, pdfWithin).includes("%PDF-")) return { is: "document", format: "pdf" };
  if (says("{\\rtf")) return { is: "other", format: "rtf" };
  if (says("%!PS")) return { is: "other", format: "ps" };
  if (says("AT&TFORM")) return { is: "other", format: "djvu" };
  if (starts(0x1f, 0x8b)) return { is: "other", format: "gz" };
  if (starts(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)) return { is: "other", format: "7z" };
  if (says("Rar!")) return { is: "other", format: "rar" };
  return textOf(head) ?? { is: "unknown" };
}

function textOf(head: Buffer): Sniffed | undefined {
  // The last bytes may be the first half of a character.
  const isText = !head.includes(0) && !new TextDecoder("utf-8").decode(head.subarray(0, -3)).includes("\ufffd");
  if (!isText) return undefined;
  const words = head.toString("utf8").trimStart().toLowerCase();
  if (words.startsWith("<!doctype html") || words.startsWith("<html")) return { is: "other", format: "html" };
  if (words.startsWith("<?xml")) return { is: "other", format: "xml" };
  return { is: "other", format: "txt" };
}
