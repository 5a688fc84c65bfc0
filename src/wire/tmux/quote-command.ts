/** A word that begins with % may be a directive; a pane is not. */
const plain = /^(?:[A-Za-z0-9_@=:.,/+-][A-Za-z0-9_@%=:.,/+-]*|%\d+)$/;

/** One command line for tmux's own parser, in which every argument stays one argument whatever it contains. No shell is involved. */
export function quoteCommand(argv: readonly string[]): string {
  return argv.map(quoteArgument).join(" ");
}

function quoteArgument(argument: string): string {
  if (plain.test(argument)) return argument;
  // Inside double quotes tmux expands $NAME and ~ and reads escapes; a control-mode command is one line, so a line break must be one of them.
  const escaped = argument.replaceAll(/["\\$~]/g, String.raw`\$&`).replaceAll(/[\0-\x1f\x7f]/g, octal);
  return `"${escaped}"`;
}

function octal(char: string): string {
  // tmux has no way to pass NUL; nothing that reads from a terminal can use one either.
  if (char === "\0") return "";
  return `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`;
}
