import type { Language } from "#domain/command";
import type { ParleyError } from "#domain/errors";
import { type LineFault, lineWords } from "#lib/text/line-words";
import { refusal } from "./refusal.ts";
import { commandTexts } from "./texts.ts";

export const maxLineChars = 8_192;

const lineBreak = /[\n\r\u0085\u2028\u2029]/;

/**
 * The words of one command line (`lineWords`). Shell syntax outside quotes is refused with its place, so that nobody believes
 * a pipe ran. `*`, `~`, `$NAME` and single quotes are plain text. Throws InvalidCommand; places count characters from 1.
 */
export function tokenize(line: string, language: Language = "en"): readonly string[] {
  if (line.length > maxLineChars) throw refusal("InvalidCommand", language, commandTexts.lineTooLong, { length: line.length, max: maxLineChars });
  for (const [i, char] of Array.from(line).entries()) refuseInvisible(char, i + 1, language);
  const { words, fault } = lineWords(line);
  if (fault !== undefined) throw refusalOf(fault, language);
  if (words.length === 0) throw refusal("InvalidCommand", language, commandTexts.lineEmpty);
  return words.map(({ text }) => text);
}

function refusalOf(fault: LineFault, language: Language): ParleyError {
  const { at } = fault;
  if (fault.kind === "shellSyntax") return refusal("InvalidCommand", language, commandTexts.lineForbidden, { what: fault.what, at });
  return refusal("InvalidCommand", language, fault.kind === "quoteOpen" ? commandTexts.lineQuoteOpen : commandTexts.lineEscapeOpen, { at });
}

/** A command is one line, quoted or not, and nothing in it is unseen. */
function refuseInvisible(char: string, at: number, language: Language): void {
  if (lineBreak.test(char)) throw refusal("InvalidCommand", language, commandTexts.lineBroken, { at });
  if (char >= " " || char === "\t") return;
  const code = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  throw refusal("InvalidCommand", language, commandTexts.lineControl, { at, code });
}
