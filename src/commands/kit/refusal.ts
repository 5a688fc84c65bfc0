import type { Language, Speech } from "#domain/command";
import { type ErrorCode, ParleyError } from "#domain/errors";
import type { KeyedSentence } from "#lib/words/sentence";
import { say, type Values } from "#lib/words/words";
import { commandTexts } from "./texts.ts";

/** A refusal that says its sentence to the one who typed, and names the sentence and its values to programs. */
export function refusal<const S extends KeyedSentence>(code: ErrorCode, language: Language, sentence: S, ...values: Values<S>): ParleyError {
  return new ParleyError(code, say(language, sentence, ...values), { data: { problem: sentence.key, ...values[0] } });
}

/** The same with the command's usage behind it. */
export function withUsage(refused: ParleyError, usage: string, { language, prefix }: Speech): ParleyError {
  return new ParleyError(refused.code, say(language, commandTexts.usage, { problem: refused.message, prefix, usage }), { data: { ...refused.data, usage } });
}
