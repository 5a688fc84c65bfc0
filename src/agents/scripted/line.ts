import type { Match } from "./language.ts";
import { wrongAt } from "./lines.ts";
import type { Node } from "./lines.ts";
import { quote } from "./quote.ts";
import { splitWords } from "./words.ts";
import type { Word } from "./words.ts";

export type ScriptLine = ReturnType<typeof readLine>;

/** Reads one line word by word. Each `expected` is what the error's sentence says after "expected". */
export function readLine(node: Node) {
  const wrong = (expected: string): Error => wrongAt(node.line, expected);
  const words = splitWords(node.head, wrong);
  let at = 0;

  const unlike = (expected: string): Error => {
    const word = words[at];
    return wrong(`${expected}, found ${word ? shown(word) : "the end of the line"}`);
  };
  const next = <K extends Word["kind"]>(kind: K, expected: string): Extract<Word, { kind: K }> => {
    const word = words[at];
    if (!isKind(word, kind)) throw unlike(expected);
    at++;
    return word;
  };
  const end = (): void => {
    if (at < words.length) throw unlike("the end of the line");
  };
  const maybeText = (): string | undefined => (words[at]?.kind === "text" ? next("text", "").text : undefined);

  return {
    wrong,
    end,
    maybeText,
    hasBlock: node.children.length > 0 || node.text.length > 0,
    isDone: () => at >= words.length,
    name: (expected: string): string => next("name", expected).text,
    text: (expected: string): string => next("text", expected).text,
    number: (expected: string): number => next("number", expected).value,
    list: (expected: string): readonly string[] => {
      const { texts } = next("list", expected);
      if (texts.length === 0) throw wrong(`${expected}, found an empty one`);
      return texts;
    },
    span: (expected: string): number => {
      const { ms } = next("span", expected);
      if (ms > 86_400_000) throw wrong("a time of at most 24h");
      return ms;
    },
    match: (expected: string): Match => {
      if (words[at]?.kind !== "pattern") return { text: next("text", expected).text };
      const { source, flags } = next("pattern", expected);
      return { source, flags };
    },
    /** Takes the word if it is that one. */
    word: (name: string): boolean => {
      const word = words[at];
      const isIt = word?.kind === "name" && word.text === name;
      if (isIt) at++;
      return isIt;
    },
    /** One or more names in capitals: what stands in lower case is the next keyword. */
    capitals: (expected: string): readonly string[] => {
      const names: string[] = [];
      for (let word = words[at]; isKind(word, "name") && /^[A-Z_][A-Z0-9_]*$/.test(word.text); word = words[at]) {
        names.push(word.text);
        at++;
      }
      if (names.length === 0) throw unlike(expected);
      return names;
    },
    /** The line is whole and has nothing below it. */
    leaf: <T>(value: T): T => {
      end();
      const below = node.children[0];
      if (below) throw wrongAt(below.line, `nothing below line ${node.line}, found ${quote(below.head)}`);
      if (node.text.length > 0) throw wrong("no lines with | below this one");
      return value;
    },
    /** The actions below this line; at least one. */
    block: (): readonly Node[] => {
      end();
      if (node.text.length > 0) throw wrong("no lines with | below this one; put say above them");
      if (node.children.length === 0) throw wrong("at least one line further in below this one");
      return node.children;
    },
    /** The text below this line. */
    lines: (expected: string): string => {
      const below = node.children[0];
      if (below) throw wrongAt(below.line, `${expected}, found ${quote(below.head)}`);
      if (node.text.length === 0) throw unlike(expected);
      return node.text.join("\n");
    },
  };
}

function isKind<K extends Word["kind"]>(word: Word | undefined, kind: K): word is Extract<Word, { kind: K }> {
  return word?.kind === kind;
}

function shown(word: Word): string {
  if (word.kind === "name") return word.text;
  if (word.kind === "text") return quote(word.text);
  if (word.kind === "pattern") return `/${word.source}/${word.flags}`;
  if (word.kind === "number") return String(word.value);
  return word.kind === "span" ? `a time of ${word.ms} ms` : "a list";
}
