import { quote } from "./quote.ts";

/** A line of a script, cut into words. */
export type Word =
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "pattern"; readonly source: string; readonly flags: string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "span"; readonly ms: number }
  | { readonly kind: "list"; readonly texts: readonly string[] };

/** Makes the error from what was expected. */
type Wrong = (expected: string) => Error;

const space = /\s+/y;
const text = /"(?:[^"\\]|\\.)*"/y;
// A slash inside a character class ends nothing.
const pattern = /\/((?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+)\/([a-z]*)/y;
const span = /(\d{1,9})(ms|s|m|h)\b/y;
const number = /\d{1,9}\b/y;
const name = /[A-Za-z_][A-Za-z0-9_-]*/y;
const list = /\[[^\S\n]*(?:"(?:[^"\\]|\\.)*"[^\S\n]*(?:,[^\S\n]*"(?:[^"\\]|\\.)*"[^\S\n]*)*)?\]/y;

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

export function splitWords(line: string, wrong: Wrong): readonly Word[] {
  const words: Word[] = [];
  let at = 0;
  const take = (shape: RegExp): RegExpExecArray | null => {
    shape.lastIndex = at;
    const found = shape.exec(line);
    if (found) at += found[0].length;
    return found;
  };
  while (at < line.length) {
    if (take(space)) continue;
    if (line.startsWith("#", at)) break;
    const start = at;
    const found = oneWord(take, wrong);
    if (!found) throw wrong(unreadable(line.slice(start)));
    words.push(found);
    const rest = line[at];
    if (rest !== undefined && !/\s/.test(rest)) throw wrong(`a space after ${line.slice(start, at)}, found ${quote(line.slice(at))}`);
  }
  return words;
}

function oneWord(take: (shape: RegExp) => RegExpExecArray | null, wrong: Wrong): Word | undefined {
  let found = take(text);
  if (found) return { kind: "text", text: unescape(found[0], wrong) };
  found = take(pattern);
  if (found) return checkedPattern(found[1] ?? "", found[2] ?? "", wrong);
  found = take(list);
  if (found) return { kind: "list", texts: (found[0].match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((quoted) => unescape(quoted, wrong)) };
  found = take(span);
  if (found) return { kind: "span", ms: Number(found[1]) * unitMs[found[2] as keyof typeof unitMs] };
  found = take(number);
  if (found) return { kind: "number", value: Number(found[0]) };
  found = take(name);
  return found ? { kind: "name", text: found[0] } : undefined;
}

function unescape(quoted: string, wrong: Wrong): string {
  try {
    // JSON knows no raw control characters in a string; a tab typed into a script is meant as one.
    return String(JSON.parse(quoted.replaceAll("\t", "\\t")));
  } catch {
    throw wrong(`a text in double quotes with escapes like \\" \\\\ \\n \\u00e9, found ${quote(quoted)}`);
  }
}

function checkedPattern(source: string, flags: string, wrong: Wrong): Word {
  if (!/^[imsu]*$/.test(flags)) throw wrong(`only the flags i, m, s, u after a pattern, found ${quote(flags)}`);
  try {
    new RegExp(source, flags);
  } catch {
    throw wrong(`a regular expression, found ${quote(`/${source}/${flags}`)}, which does not compile`);
  }
  return { kind: "pattern", source, flags };
}

function unreadable(rest: string): string {
  if (rest.startsWith('"')) return `a closing " for the text that begins at ${quote(rest)}`;
  if (rest.startsWith("/")) return `a closing / for the pattern that begins at ${quote(rest)}`;
  if (rest.startsWith("[")) return `a list like ["git", "push"], found ${quote(rest)}`;
  return `a word, a text in double quotes, a pattern, a list or a time like 200ms, found ${quote(rest)}`;
}
