import type { AgentKind } from "#domain/agent";
import type { Adapters } from "./adapters.ts";
import { formatPath, type KeyPath } from "./problem.ts";

/** Keys that only these kinds of agent read, and the notice while none of them is available. */
const readers: readonly { readonly keys: RegExp; readonly kinds: readonly AgentKind[]; readonly sentence: string }[] = [
  { keys: /^cli_adapters(\.|$)/, kinds: ["tmux", "acp"], sentence: "This version cannot drive command-line agents yet." },
  { keys: /^watchdog\.(enabled|check_intervals)/, kinds: ["tmux"], sentence: "This version does not watch screens yet." },
  {
    keys: /^sessions\[\d+\]\.(driver|auto_start|start_cmd|env|run_as)/,
    kinds: ["tmux", "acp"],
    sentence: "This version does not start programs for sessions yet.",
  },
  { keys: /^model(\.|$)/, kinds: ["builtin", "delivery"], sentence: "This version has no agent that uses this model yet." },
  { keys: /^code_delivery(\.|$)/, kinds: ["delivery"], sentence: "This version has no delivery agent yet." },
];

/** Why a key has no effect in this version; undefined when it has one. */
export function notYet(path: KeyPath, { channels, agents }: Adapters): string | undefined {
  const channel = path[0] === "bots" ? channels[String(path[1])] : undefined;
  if (channel !== undefined) return channel.isBuilt ? undefined : `This version has no ${channel.title} channel yet.`;
  const isDrivenBy = ({ isBuilt, drives }: (typeof agents)["tmux"]): boolean => isBuilt && (drives?.includes(String(path[1])) ?? true);
  const isUndriven = path[0] === "cli_adapters" && path.length > 1 && !isDrivenBy(agents.tmux) && !isDrivenBy(agents.acp);
  if (isUndriven) return `This version cannot drive ${String(path[1])} yet.`;
  const name = formatPath(path);
  return readers.find(({ keys, kinds }) => keys.test(name) && !kinds.some((kind) => agents[kind].isBuilt))?.sentence;
}
