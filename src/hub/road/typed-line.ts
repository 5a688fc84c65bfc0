import type { CommandCall } from "#hub/terminal/plan-command";

/** Verbs that end with a text in a person's own words: quotes, line breaks and anything else in it are part of it. */
const freeText = new Set(["deliver"]);

/** `exec hello` behind the prefix is the terminal's `hello`, quotes and all; everything else is a verb of the chat. */
export function typedLine(line: string): Pick<CommandCall, "table" | "line" | "words"> {
  const [, verb = "", rest] = /^(\S+)[ \t\u3000\u00a0\n]+(\S.*)$/su.exec(line) ?? [];
  if (rest !== undefined && verb.toLowerCase() === "exec") return { table: "terminal", line: rest };
  if (rest !== undefined && freeText.has(verb.toLowerCase())) return { table: "chat", line, words: [verb, ...flagsAndText(rest)] };
  return { table: "chat", line };
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
