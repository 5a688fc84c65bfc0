import type { CommandWire } from "#protocol/runs";
import type { Suggestion } from "#web/state/terminal/complete.ts";

const mostShown = 8;

/** How a text that begins with the prefix may go on: the commands of that name, and nothing once its first word is written. */
export function suggestCommands(text: string, prefix: string, commands: readonly CommandWire[]): readonly Suggestion[] {
  const typed = text.slice(prefix.length).toLowerCase();
  if (!text.startsWith(prefix) || /\s/.test(typed)) return [];
  return commands
    .filter(({ name }) => name.startsWith(typed) && name !== typed)
    .slice(0, mostShown)
    .map(({ name, args, summary }) => ({ label: `${prefix}${name}`, says: summary, line: `${prefix}${name}${args.length === 0 ? "" : " "}` }));
}

/** Whom the `@` at the end of a text may mean. */
export function suggestNames(text: string, names: readonly { readonly name: string; readonly says: string }[]): readonly Suggestion[] {
  const at = /(?:^|\s)@([^\s@]*)$/.exec(text);
  if (at === null) return [];
  const typed = (at[1] ?? "").toLowerCase();
  const head = text.slice(0, text.length - typed.length);
  return names
    .filter(({ name }) => name.toLowerCase().startsWith(typed) && name.toLowerCase() !== typed)
    .slice(0, mostShown)
    .map(({ name, says }) => ({ label: `@${name}`, says, line: `${head}${name} ` }));
}
