import { ParleyError } from "#domain/errors";
import type { SessionTool } from "#domain/session-tool";
import type { CommandTable } from "#hub/deps";

/** The tools of the hub's own agents, by their exact names. */
export function toolTable(tools: readonly SessionTool[]): CommandTable {
  const byName = new Map(tools.map(({ command }) => [command.name, command]));
  return {
    find: ([name = "", ...argv]) => {
      const command = byName.get(name);
      return command === undefined ? undefined : { command, argv };
    },
    unknown: ([name = ""]) => new ParleyError("UnknownCommand", `There is no tool ${name}. Available: ${[...byName.keys()].join(", ")}.`),
    list: () => [...byName.values()],
  };
}
