import type { Language } from "#domain/command";
import { type ErrorCode, ParleyError } from "#domain/errors";
import type { JsonObject } from "#domain/json";
import type { Sentence } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { documentTexts } from "#commands/documents/texts";

// The program that reads says exactly what is wrong, in English. Whoever reads another language gets the sentence of its code.
const byCode = {
  Encrypted: documentTexts.docLocked,
  Damaged: documentTexts.docDamaged,
  TooLarge: documentTexts.docTooLarge,
  NoText: documentTexts.docNoText,
  NoPages: documentTexts.docNoPages,
  NoSuchTable: documentTexts.docNoSuchTable,
  OutOfMemory: documentTexts.docMemory,
  ReaderCrashed: documentTexts.docCrashed,
  Timeout: documentTexts.docSlow,
} as const satisfies Partial<Record<ErrorCode, Sentence>>;

/** The refusal in the language of whoever asked, with `more` beside what it says to programs. `word` is a closer one than the code's. */
export function documentRefusal(refused: ParleyError, language: Language, more: JsonObject, word?: typeof documentTexts.docNoTextOffice): ParleyError {
  const where = refused.code === "NotSupported" ? { platform: process.platform } : {};
  return new ParleyError(refused.code, language === "en" ? refused.message : word === undefined ? translated(refused, language) : say(language, word), {
    cause: refused,
    data: { ...where, ...refused.data, ...more },
  });
}

function translated({ code, message, data }: ParleyError, language: Language): string {
  if (code === "NotSupported") return say(language, documentTexts.docNotSupported, { format: typeof data?.["format"] === "string" ? data["format"] : "" });
  const word = Object.entries(byCode).find(([known]) => known === code)?.[1];
  return word === undefined ? message : say(language, word);
}
