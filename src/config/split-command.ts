export type SplitCommand = { readonly argv: readonly [string, ...string[]] } | { readonly why: string };

const spoken =
  "is shell syntax, and no shell runs here. Put the line into a script and name the script in invoke_command, or put the character into quotes if it is plain text.";

/**
 * Words of a command line, split once and for good. Single and double quotes and the backslash group as in a shell; whatever a
 * shell would do beyond that is refused, so that nobody believes a pipe ran.
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
      if (syntax !== undefined) return { why: `${syntax} at character ${i + 1} of invoke_command ${spoken}` };
      word = (word ?? "") + char;
    }
  }
  if (quote !== undefined) return { why: `The quote at character ${quote.at} of invoke_command is never closed. Close it.` };
  if (word !== undefined) words.push(word);
  const [first, ...rest] = words;
  if (first === undefined || first === "") return { why: "invoke_command is empty. Write the command that starts the agent." };
  return { argv: [first, ...rest] };
}

/** What a shell would take for itself, named; undefined for plain text. `command` is the first word as far as it stands. */
function shellSyntax(char: string, next: string | undefined, isStart: boolean, command: string | undefined): string | undefined {
  if ("|&;<>()`*?".includes(char)) return char;
  if (char === "\n" || char === "\r") return "The line break";
  if (char === "$" && next !== undefined && /[\w({'"@#?!*$-]/.test(next)) return `$${next}`;
  if (isStart && (char === "#" || char === "~")) return char;
  if (char === "=" && command !== undefined && /^[A-Za-z_]\w*$/.test(command)) return `${command}=`;
  return undefined;
}
