import type { BlockSource } from "#documents/blocks";
import type { DocumentRequest } from "./protocol.ts";
import { sniff } from "#documents/sniff/sniff";
import type { Sniffed } from "#documents/sniff/sniffed";
import { DocumentFault } from "#documents/fault";

export type JudgedFile = Exclude<Sniffed, { is: "empty" | "unknown" }>;

const mostBytes = 512 * 1024 * 1024;
const sameAs: Readonly<Record<string, string>> = {
  jpg: "jpeg",
  tif: "tiff",
  docm: "docx",
  dotx: "docx",
  pptm: "pptx",
  ppsx: "pptx",
  xlsm: "xlsx",
  xltx: "xlsx",
  pgm: "pnm",
  ppm: "pnm",
  pbm: "pnm",
};

/** Detects the format, with a warning if the file name or the request says otherwise. */
export function judgeFile({ format, extension }: DocumentRequest, source: BlockSource, warn: (sentence: string) => void): JudgedFile {
  if (source.bytes > mostBytes)
    throw new DocumentFault(
      "TooLarge",
      `The file has ${Math.round(source.bytes / 1_048_576)} MB; the limit is ${mostBytes / 1_048_576} MB. Split it, and try again with the parts.`,
      {
        bytes: source.bytes,
        most: mostBytes,
      },
    );
  const found = sniff(source);
  if (found.is === "empty") throw new DocumentFault("Damaged", "The file is empty. Get it again.");
  // If the content is unknown, the requested format is tried.
  if (found.is === "unknown") return format === "auto" ? { is: "other", format: "unknown" } : { is: "document", format };
  const named = extension?.toLowerCase() ?? "";
  if (named !== "" && (sameAs[named] ?? named) !== found.format && found.is !== "encrypted" && found.format !== "txt")
    warn(`The file name ends in .${named.slice(0, 20)}, but the content is ${found.format}; it was read as that.`);
  if (format !== "auto" && format !== found.format && found.is === "document")
    warn(`The format ${format} was requested, but the content is ${found.format}; it was read as that.`);
  return found;
}
