/** One word of a line: what it means, and where it stands in what was typed. */
export interface LineWord {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** What is wrong with a line first. Places count characters from 1. */
export type LineFault =
  | { readonly kind: "escapeOpen" | "quoteOpen"; readonly at: number }
  | { readonly kind: "shellSyntax"; readonly what: string; readonly at: number };

export interface LineWords {
  readonly words: readonly LineWord[];
  readonly fault: LineFault | undefined;
}

// U+3000 and U+00A0 are the spaces of Chinese keyboards and of text pasted from a page.
const gap = /[ \t\u3000\u00a0]/;
const shellSyntax = ["&&", "$(", ";", "|", ">", "<", "`"];

/**
 * The words of one command line, for whoever runs it and for whoever hides secrets in it: the two must never read a line
 * differently. A word may stand in double quotes, as a whole or in part; a backslash takes the next character as it is,
 * inside quotes only before `"` and `\`. Behind a fault it goes on, with the fault as plain text; a quote that is never
 * closed reaches to the end.
 */
export function lineWords(line: string): LineWords {
  const chars = Array.from(line);
  const words: LineWord[] = [];
  let fault: LineFault | undefined;
  let word: { text: string; from: number } | undefined;
  let quotedFrom: number | undefined;
  let place = 0;
  const add = (text: string): void => {
    word ??= { text: "", from: place };
    word.text += text;
  };
  const end = (): void => {
    if (word !== undefined) words.push({ ...word, to: place });
    word = undefined;
  };
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] ?? "";
    const next = chars[i + 1];
    if (char === "\\" && (quotedFrom === undefined || next === '"' || next === "\\")) {
      if (next === undefined) fault ??= { kind: "escapeOpen", at: i + 1 };
      add(next ?? char);
      if (next !== undefined) {
        i += 1;
        place += next.length;
      }
    } else if (char === '"') {
      add("");
      quotedFrom = quotedFrom === undefined ? i + 1 : undefined;
    } else if (quotedFrom === undefined && gap.test(char)) end();
    else {
      const what = quotedFrom === undefined ? shellSyntax.find((syntax) => syntax === char || syntax === char + (next ?? "")) : undefined;
      if (what !== undefined) fault ??= { kind: "shellSyntax", what, at: i + 1 };
      add(char);
    }
    place += char.length;
  }
  if (quotedFrom !== undefined) fault ??= { kind: "quoteOpen", at: quotedFrom };
  end();
  return { words, fault };
}
