import type { Language } from "#domain/command";
import { type ErrorCode, ParleyError } from "#domain/errors";
import type { JsonObject } from "#domain/json";
import { say, type Word } from "#lib/words";

// The program that reads says exactly what is wrong, in English. Whoever reads another language gets the sentence of its code.
const byCode = {
  Encrypted: "docLocked",
  Damaged: "docDamaged",
  TooLarge: "docTooLarge",
  NoText: "docNoText",
  NoPages: "docNoPages",
  NoSuchTable: "docNoSuchTable",
  OutOfMemory: "docMemory",
  ReaderCrashed: "docCrashed",
  Timeout: "docSlow",
} as const satisfies Partial<Record<ErrorCode, Word>>;

/** The refusal in the language of whoever asked, with `more` beside what it says to programs. `word` is a closer one than the code's. */
export function documentRefusal(refused: ParleyError, language: Language, more: JsonObject, word?: "docNoTextOffice"): ParleyError {
  const where = refused.code === "NotSupported" ? { platform: process.platform } : {};
  return new ParleyError(refused.code, language === "en" ? refused.message : word === undefined ? translated(refused, language) : say(language, word), {
    cause: refused,
    data: { ...where, ...refused.data, ...more },
  });
}

function translated({ code, message, data }: ParleyError, language: Language): string {
  if (code === "NotSupported") return say(language, "docNotSupported", { format: typeof data?.["format"] === "string" ? data["format"] : "" });
  const word = Object.entries(byCode).find(([known]) => known === code)?.[1];
  return word === undefined ? message : say(language, word);
}
