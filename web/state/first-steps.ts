import type { StartWire } from "#protocol/start";
import { shellQuoted } from "#web/parts/shell-quote.ts";
import type { Model } from "./stream/model.ts";

/** What makes a hub useful, and whose names show that it is there; empty for what is still to do. */
export interface FirstSteps {
  readonly chat: readonly string[];
  readonly cli: readonly string[];
  readonly agent: readonly string[];
}

export function firstSteps({ links, sessions, agents, invitable }: Pick<Model, "links" | "sessions" | "agents" | "invitable">): FirstSteps {
  return {
    chat: [...links.values()].map(({ id }) => id),
    // The scripted agent is the demonstration that every hub begins with.
    cli: [...sessions.values()].filter(({ driver }) => driver !== "scripted").map(({ name }) => name),
    agent: [...new Set([...agents.map((agent) => agent.display_name ?? agent.name), ...invitable.map((agent) => agent.display_name)])],
  };
}

export function areDone({ chat, cli, agent }: FirstSteps): boolean {
  return chat.length > 0 && cli.length > 0 && agent.length > 0;
}

/** The commands of this hub, to be copied as they are. */
export function setupCommand({ program, home, config_file: file, has_config: hasFile }: StartWire, platform: string): string {
  return `${program} setup ${platform}${homeFlag(home)}${hasFile ? ` --config ${shellQuoted(file)}` : ""}`;
}

export function tokenCommand({ program, home }: StartWire): string {
  return `${program} token create --agent my-agent${homeFlag(home)}`;
}

/** The example lies in Parley's own folder; the file's folder may be missing, because a workspace is seldom a clone of Parley. */
export function exampleCommand(file: string): string {
  return `mkdir -p ${shellQuoted(file.slice(0, file.lastIndexOf("/")))} && cp config/available-agents.example.json ${shellQuoted(file)}`;
}

export function sessionLines(cli: string): string {
  return `sessions:\n  - { name: work, cli_type: ${cli} }`;
}

function homeFlag(home: string | null): string {
  return home === null ? "" : ` --home ${shellQuoted(home)}`;
}
