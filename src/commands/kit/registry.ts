import { usageOf } from "#domain/arg-spec";
import type { Command, FoundCommand, Speech } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { nearest } from "#lib/text/nearest";
import { say } from "#lib/words/words";
import { refusal } from "./refusal.ts";
import { commandTexts } from "./texts.ts";

/** The commands of one surface, by name. */
export interface Registry {
  /** By the first two words, else by the first; whatever its case: phones write the first letter large. */
  find(words: readonly string[]): FoundCommand | undefined;
  /** UnknownCommand, with what was probably meant. */
  unknown(words: readonly string[], speech: Speech): ParleyError;
  /** In the order they were given. */
  list(): readonly Command[];
}

/** What somebody at a shell would type next; files are for the agent's own file tools. */
const fileCommands = new Set([
  "ls",
  "dir",
  "cat",
  "less",
  "head",
  "tail",
  "grep",
  "find",
  "cd",
  "pwd",
  "cp",
  "mv",
  "rm",
  "mkdir",
  "touch",
  "echo",
  "sed",
  "awk",
]);

export function createRegistry(commands: readonly Command[], surface: "chat" | "terminal" = "chat"): Registry {
  const byName = new Map<string, Command>();
  for (const command of commands) {
    if (!/^[a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*)?$/.test(command.name))
      throw new ParleyError("Internal", `A command cannot be called "${command.name}": one word or two, of lower-case letters, digits and "-".`);
    if (byName.has(command.name)) throw new ParleyError("Internal", `Two commands are called "${command.name}".`);
    byName.set(command.name, command);
  }
  for (const name of byName.keys()) {
    const first = name.split(" ", 1)[0] ?? "";
    if (first !== name && byName.has(first)) throw new ParleyError("Internal", `"${first}" is a command and the first word of "${name}".`);
  }

  const inTerminal = ([first = "", second]: readonly string[], language: Speech["language"]): ParleyError => {
    if (fileCommands.has(first)) return refusal("UnknownCommand", language, commandTexts.unknownFileCommand, { name: first });
    const behind = [...byName.keys()].filter((name) => name.startsWith(`${first} `)).map((name) => name.slice(first.length + 1));
    if (behind.length > 0 && second === undefined)
      return refusal("UnknownCommand", language, commandTexts.subMissing, { name: first, known: behind.join(", ") });
    if (behind.length > 0) return refusal("UnknownCommand", language, commandTexts.unknownSub, { name: first, sub: second ?? "", known: behind.join(", ") });
    const near = nearest(first, new Set([...byName.keys()].map((name) => name.split(" ", 1)[0] ?? "")));
    if (near === undefined) return refusal("UnknownCommand", language, commandTexts.unknownInTerminal, { name: first });
    return refusal("UnknownCommand", language, commandTexts.unknownInTerminalNear, { name: first, nearest: near });
  };

  return {
    find: (words) => {
      const [first = "", second = ""] = words.map((word) => word.toLowerCase());
      const two = byName.get(`${first} ${second}`);
      if (two !== undefined) return { command: two, argv: words.slice(2) };
      const one = byName.get(first);
      return one === undefined ? undefined : { command: one, argv: words.slice(1) };
    },
    unknown: (words, { language, prefix }) => {
      if (surface === "terminal") return inTerminal(words, language);
      const name = words[0] ?? "";
      const near = nearest(name, byName.keys());
      if (near === undefined) return refusal("UnknownCommand", language, commandTexts.unknownCommand, { prefix, name });
      return refusal("UnknownCommand", language, commandTexts.unknownCommandNear, { prefix, name, nearest: near });
    },
    list: () => [...byName.values()],
  };
}

/** One line a command, with the prefix in force. */
export function helpLines(commands: readonly Command[], { language, prefix }: Speech): readonly string[] {
  return commands.map((command) => say(language, commandTexts.helpLine, { prefix, usage: usageOf(command), summary: command.summary[language] }));
}
