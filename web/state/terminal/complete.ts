import type { CommandWire } from "#protocol/runs";

/** One way to go on with a line. */
export interface Suggestion {
  /** What is added or finished: a command's name, a flag, a value. */
  readonly label: string;
  readonly says: string;
  /** The whole line with it. */
  readonly line: string;
}

const mostShown = 8;

/** How a line may go on, best first: names while there is no command yet, then its flags and their values. Nothing inside quotes. */
export function complete(line: string, commands: readonly CommandWire[]): readonly Suggestion[] {
  if (line.trim() === "" || (line.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1) return [];
  const words = line.trimStart().split(/\s+/);
  const command = commands.find(({ name }) => line.trimStart().toLowerCase().startsWith(`${name} `));
  const suggestions = command === undefined ? names(line, commands) : argumentsOf(command, line, words);
  return suggestions.filter((one) => one.line.trimEnd() !== line.trimEnd()).slice(0, mostShown);
}

function names(line: string, commands: readonly CommandWire[]): readonly Suggestion[] {
  const typed = line.trimStart().replace(/\s+/g, " ").toLowerCase();
  const fitting = commands.filter(({ name }) => name.startsWith(typed));
  return fitting.map(({ name, args, summary }) => ({ label: name, says: summary, line: args.length === 0 ? name : `${name} ` }));
}

function argumentsOf({ args }: CommandWire, line: string, words: readonly string[]): readonly Suggestion[] {
  const flags = args.filter(({ kind }) => kind !== "positional");
  const [before = "", last = ""] = words.slice(-2);
  const head = line.slice(0, line.length - last.length);
  const flag = flags.find(({ name, kind }) => name === before && kind !== "switch");
  if (flag !== undefined) {
    const choices = (flag.choices ?? []).filter((choice) => choice.startsWith(last));
    return choices.map((choice) => ({ label: choice, says: flag.summary, line: `${head}${choice} ` }));
  }
  return flags
    .filter(({ name }) => name.startsWith(last) && !words.slice(0, -1).includes(name))
    .map(({ name, value, summary }) => ({ label: value === undefined ? name : `${name} ${value}`, says: summary, line: `${head}${name} ` }));
}
