import type { Command, Speech } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { nearest } from "#lib/nearest";
import { say } from "#lib/words";

/** The commands of one surface, by name. */
export interface Registry {
  /** Whatever its case: phones write the first letter large. */
  find(name: string): Command | undefined;
  nearest(name: string): string | undefined;
  /** In the order they were given. */
  list(): readonly Command[];
}

export function createRegistry(commands: readonly Command[]): Registry {
  const byName = new Map<string, Command>();
  for (const command of commands) {
    if (!/^[a-z][a-z0-9-]*$/.test(command.name))
      throw new ParleyError("Internal", `A command cannot be called "${command.name}": lower-case letters, digits and "-".`);
    if (byName.has(command.name)) throw new ParleyError("Internal", `Two commands are called "${command.name}".`);
    byName.set(command.name, command);
  }
  return {
    find: (name) => byName.get(name.toLowerCase()),
    nearest: (name) => nearest(name, byName.keys()),
    list: () => [...byName.values()],
  };
}

/** One line a command, with the prefix in force. */
export function helpLines(commands: readonly Command[], { language, prefix }: Speech): readonly string[] {
  return commands.map(({ usage, summary }) => say(language, "helpLine", { prefix, usage, summary: summary[language] }));
}
