import type { Language } from "#domain/command";
import { refusal } from "./refusal.ts";

export const maxLineChars = 8_192;

// U+3000 and U+00A0 are the spaces of Chinese keyboards and of text pasted from a page.
const gap = /[ \t\u3000\u00a0]/;
const lineBreak = /[\n\r\u0085\u2028\u2029]/;
const shellSyntax = ["&&", "$(", ";", "|", ">", "<", "`"];

/**
 * The words of one command line. A word may stand in double quotes, as a whole or in part; a backslash takes the next
 * character as it is, inside quotes only before `"` and `\`. Shell syntax outside quotes is refused with its place, so
 * that nobody believes a pipe ran. `*`, `~`, `$NAME` and single quotes are plain text. Throws InvalidCommand; places
 * count characters from 1.
 */
export function tokenize(line: string, language: Language = "en"): readonly string[] {
  if (line.length > maxLineChars) throw refusal("InvalidCommand", language, "lineTooLong", { length: line.length, max: maxLineChars });
  const chars = Array.from(line);
  for (const [i, char] of chars.entries()) refuseInvisible(char, i + 1, language);

  const words: string[] = [];
  let word: string | undefined;
  let quotedFrom: number | undefined;
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] ?? "";
    const next = chars[i + 1];
    if (char === "\\" && (quotedFrom === undefined || next === '"' || next === "\\")) {
      if (next === undefined) throw refusal("InvalidCommand", language, "lineEscapeOpen", { at: i + 1 });
      word = (word ?? "") + next;
      i += 1;
    } else if (char === '"') {
      word ??= "";
      quotedFrom = quotedFrom === undefined ? i + 1 : undefined;
    } else if (quotedFrom !== undefined) {
      word += char;
    } else if (gap.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      const what = shellSyntax.find((syntax) => syntax === char || syntax === char + (next ?? ""));
      if (what !== undefined) throw refusal("InvalidCommand", language, "lineForbidden", { what, at: i + 1 });
      word = (word ?? "") + char;
    }
  }
  if (quotedFrom !== undefined) throw refusal("InvalidCommand", language, "lineQuoteOpen", { at: quotedFrom });
  if (word !== undefined) words.push(word);
  if (words.length === 0) throw refusal("InvalidCommand", language, "lineEmpty");
  return words;
}

/** A command is one line, quoted or not, and nothing in it is unseen. */
function refuseInvisible(char: string, at: number, language: Language): void {
  if (lineBreak.test(char)) throw refusal("InvalidCommand", language, "lineBroken", { at });
  if (char >= " " || char === "\t") return;
  const code = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  throw refusal("InvalidCommand", language, "lineControl", { at, code });
}
