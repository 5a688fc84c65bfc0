import type { Language, Speech } from "#domain/command";
import { type ErrorCode, ParleyError } from "#domain/errors";
import { type Given, say, type Word } from "#lib/words";

/** A refusal that says its sentence to the one who typed, and names the sentence and its values to programs. */
export function refusal<K extends Word>(code: ErrorCode, language: Language, word: K, ...given: Given<K>): ParleyError {
  return new ParleyError(code, say(language, word, ...given), { data: { problem: word, ...given[0] } });
}

/** The same with the command's usage behind it. */
export function withUsage(refused: ParleyError, usage: string, { language, prefix }: Speech): ParleyError {
  return new ParleyError(refused.code, say(language, "usage", { problem: refused.message, prefix, usage }), { data: { ...refused.data, usage } });
}
