import type { AgentKind } from "#domain/agent";
import type { Sentence, TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import type { Adapters } from "./adapters.ts";
import { formatPath, type KeyPath } from "./problem.ts";
import { configTexts } from "./texts.ts";

/** Keys that only these kinds of agent read, and the notice while none of them is available. */
const readers: readonly { readonly keys: RegExp; readonly kinds: readonly AgentKind[]; readonly sentence: Sentence }[] = [
  { keys: /^cli_adapters(\.|$)/, kinds: ["tmux", "acp"], sentence: configTexts.noCliAgents },
  { keys: /^watchdog\.(enabled|check_intervals)/, kinds: ["tmux"], sentence: configTexts.noScreens },
  {
    keys: /^sessions\[\d+\]\.(driver|auto_start|start_cmd|env|run_as)/,
    kinds: ["tmux", "acp"],
    sentence: configTexts.noPrograms,
  },
  { keys: /^model(\.|$)/, kinds: ["builtin", "delivery"], sentence: configTexts.noModelAgent },
  { keys: /^code_delivery(\.|$)/, kinds: ["delivery"], sentence: configTexts.noDeliveryAgent },
];

/** Why a key has no effect in this version; undefined when it has one. */
export function notYet(path: KeyPath, { channels, agents }: Adapters, language: TextLanguage): string | undefined {
  const channel = path[0] === "bots" ? channels[String(path[1])] : undefined;
  if (channel !== undefined) return channel.isBuilt ? undefined : say(language, configTexts.channelNotBuilt, { title: channel.title });
  const isDrivenBy = ({ isBuilt, drives }: (typeof agents)["tmux"]): boolean => isBuilt && (drives?.includes(String(path[1])) ?? true);
  const isUndriven = path[0] === "cli_adapters" && path.length > 1 && !isDrivenBy(agents.tmux) && !isDrivenBy(agents.acp);
  if (isUndriven) return say(language, configTexts.cliNotDriven, { cli: String(path[1]) });
  const name = formatPath(path);
  return readers.find(({ keys, kinds }) => keys.test(name) && !kinds.some((kind) => agents[kind].isBuilt))?.sentence[language];
}
