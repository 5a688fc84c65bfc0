import type { Source } from "./blocks.ts";
import type { DocumentRequest } from "./protocol.ts";
import { sniff } from "./sniff.ts";
import type { Sniffed } from "./sniffed.ts";
import { DocumentFault } from "./fault.ts";

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

/** What is in the file, with a word when its name or the asker says otherwise. */
export function judgeFile({ format, extension }: DocumentRequest, source: Source, warn: (sentence: string) => void): JudgedFile {
  if (source.bytes > mostBytes)
    throw new DocumentFault(
      "TooLarge",
      `The file has ${Math.round(source.bytes / 1_048_576)} MB; at most ${mostBytes / 1_048_576} MB are read. Split it, and try again with the parts.`,
      {
        bytes: source.bytes,
        most: mostBytes,
      },
    );
  const found = sniff(source);
  if (found.is === "empty") throw new DocumentFault("Damaged", "The file is empty. Get it again from where it came from.");
  // Whoever names the format of a file that nothing else is known of is taken at their word; the reader will see.
  if (found.is === "unknown") return format === "auto" ? { is: "other", format: "unknown" } : { is: "document", format };
  const named = extension?.toLowerCase() ?? "";
  if (named !== "" && (sameAs[named] ?? named) !== found.format && found.is !== "encrypted" && found.format !== "txt")
    warn(`The file is called .${named.slice(0, 20)} but is ${found.format} by its content; it was read as that.`);
  if (format !== "auto" && format !== found.format && found.is === "document")
    warn(`The format ${format} was asked for, but the file is ${found.format} by its content; it was read as that.`);
  return found;
}
