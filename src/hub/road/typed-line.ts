import type { CommandCall } from "#hub/terminal/plan-command";

/** `exec hello` behind the prefix is the terminal's `hello`, quotes and all; everything else is a verb of the chat. */
export function typedLine(line: string): Pick<CommandCall, "table" | "line"> {
  const [, rest] = /^exec[ \t\u3000\u00a0]+(\S.*)$/isu.exec(line) ?? [];
  return rest === undefined ? { table: "chat", line } : { table: "terminal", line: rest };
}
