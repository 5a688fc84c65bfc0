export type SplitCommand = { readonly argv: readonly [string, ...string[]] } | { readonly why: string };

const shellSyntaxHint =
  "is shell syntax, and there is no shell. Put the line into a script and use the script as invoke_command, or quote the character if it is plain text.";

/**
 * Splits a command line into arguments. Quotes and backslashes work as in a shell; any other shell syntax is rejected, so that
 * nobody assumes a pipe would work.
 */
export function splitCommand(line: string): SplitCommand {
  const chars = Array.from(line);
  const words: string[] = [];
  let word: string | undefined;
  let quote: { readonly sign: string; readonly at: number } | undefined;
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] ?? "";
    const next = chars[i + 1];
    if (char === "\0") return { why: `invoke_command has a NUL character at ${i + 1}. Remove it.` };
    if (quote?.sign === "'") {
      if (char === "'") quote = undefined;
      else word += char;
    } else if (char === "\\" && (quote === undefined || next === '"' || next === "\\")) {
      if (next === undefined) return { why: "invoke_command ends with a backslash. Remove it, or write it twice." };
      word = (word ?? "") + next;
      i += 1;
    } else if (quote !== undefined) {
      if (char === '"') quote = undefined;
      else word += char;
    } else if (char === '"' || char === "'") {
      word ??= "";
      quote = { sign: char, at: i + 1 };
    } else if (char === " " || char === "\t") {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      const syntax = shellSyntax(char, next, word === undefined, words.length === 0 ? word : undefined);
      if (syntax !== undefined) return { why: `${syntax} at character ${i + 1} of invoke_command ${shellSyntaxHint}` };
      word = (word ?? "") + char;
    }
  }
  if (quote !== undefined) return { why: `The quote at character ${quote.at} of invoke_command is never closed. Close it.` };
  if (word !== undefined) words.push(word);
  const [first, ...rest] = words;
  if (first === undefined || first === "") return { why: "invoke_command is empty. Write the command that starts the agent." };
  return { argv: [first, ...rest] };
}

/** The shell syntax at this character, or undefined for plain text. `command` is the first word so far. */
function shellSyntax(char: string, next: string | undefined, isStart: boolean, command: string | undefined): string | undefined {
  if ("|&;<>()`*?".includes(char)) return char;
  if (char === "\n" || char === "\r") return "The line break";
  if (char === "$" && next !== undefined && /[\w({'"@#?!*$-]/.test(next)) return `$${next}`;
  if (isStart && (char === "#" || char === "~")) return char;
  if (char === "=" && command !== undefined && /^[A-Za-z_]\w*$/.test(command)) return `${command}=`;
  return undefined;
}
