import type { Documents } from "#commands/documents/reader/read-document";
import type { Command } from "#domain/command";
import { docExtract } from "./extract.ts";
import { docInfo } from "./info.ts";
import { docOcr } from "./ocr.ts";

/** Documents that nobody can read as they are, turned into text. */
export function docCommands(documents: Documents): readonly Command[] {
  return [docExtract(documents), docOcr(documents), docInfo(documents)];
}
