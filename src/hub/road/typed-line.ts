import type { CommandCall } from "#hub/terminal/plan-command";

/** Verbs that end with a text in a person's own words, and how many words stand before it: quotes, line breaks and anything else in the text are part of it. */
const freeText: ReadonlyMap<string, number> = new Map([
  ["deliver", 0],
  ["every", 1],
  ["in", 1],
]);

/** `exec hello` behind the prefix is the terminal's `hello`, quotes and all; everything else is a verb of the chat. */
export function typedLine(line: string): Pick<CommandCall, "table" | "line" | "words"> {
  const [, verb = "", rest] = /^(\S+)[ \t\u3000\u00a0\n]+(\S.*)$/su.exec(line) ?? [];
  if (rest !== undefined && verb.toLowerCase() === "exec") return { table: "terminal", line: rest };
  const before = freeText.get(verb.toLowerCase());
  if (rest !== undefined && before !== undefined) return { table: "chat", line, words: [verb, ...wordsAndText(rest, before)] };
  return { table: "chat", line };
}

/** So many words, then what follows them. */
function wordsAndText(rest: string, count: number): readonly string[] {
  if (count === 0) return flagsAndText(rest);
  const [whole, word = rest] = /^(\S+)\s*/u.exec(rest) ?? [rest];
  return [word, ...wordsAndText(rest.slice(whole.length), count - 1)];
}

/** Leading `--flag value` pairs, then the text as it stands. */
function flagsAndText(rest: string): readonly string[] {
  const words: string[] = [];
  let text = rest;
  for (let pair = flagPair(text); pair !== null; pair = flagPair(text)) {
    words.push(pair[1] ?? "", pair[2] ?? "");
    text = text.slice(pair[0].length);
  }
  return text === "" ? words : [...words, text];
}

function flagPair(text: string): RegExpExecArray | null {
  return /^(--[a-z][\w-]*)[ \t]+(\S+)\s*/.exec(text);
}
