import { codeDeliveryPart } from "#agents/delivery/index";
import { scriptedSettings } from "#agents/scripted/index";
import { cliAdaptersPart } from "#agents/tmux/index";
import { discordPart } from "#channels/discord/index";
import { feishuPart } from "#channels/feishu/index";
import { ircPart } from "#channels/irc/index";
import { onebotPart } from "#channels/onebot/index";
import { telegramPart } from "#channels/telegram/index";
import type { Adapters } from "#config/adapters";
import type { Config } from "#config/config";
import type { AgentDriver, AgentKind } from "#domain/agent";
import type { Channel } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { NewId } from "#domain/ids";
import type { Clock } from "#lib/clock";
import type { SettingsPart } from "#lib/settings";

// The only list of adapters. Their settings are known from the start, everything else is imported when it is first used; what
// has no `load` is not built yet and becomes a red line where it is configured.

/** What a driver may be made of. */
export interface DriverParts {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly readScript: (path: string, signal: AbortSignal) => Promise<string>;
}

interface ChannelEntry extends SettingsPart {
  readonly title: string;
  /** The settings have passed the channel's own schema. */
  readonly load?: (settings: Readonly<Record<string, unknown>>) => Promise<Channel>;
}

interface AgentEntry {
  readonly settings?: typeof scriptedSettings;
  readonly load?: (parts: DriverParts) => Promise<AgentDriver>;
}

const channels: Readonly<Record<string, ChannelEntry>> = {
  telegram: { title: "Telegram", ...telegramPart },
  discord: { title: "Discord", ...discordPart },
  feishu: { title: "Feishu", ...feishuPart },
  onebot: { title: "OneBot", ...onebotPart },
  irc: { title: "IRC", ...ircPart },
};

const agents: Readonly<Record<AgentKind, AgentEntry>> = {
  scripted: {
    settings: scriptedSettings,
    load: async (parts) => (await import("#agents/scripted/driver")).createScriptedDriver(parts),
  },
  tmux: {},
  acp: {},
  builtin: {},
  delivery: {},
  joins: {},
};

/** Who can drive what; the usual one first. */
const cliTypes: Adapters["cliTypes"] = {
  claude: ["tmux", "acp"],
  gemini: ["tmux", "acp"],
  opencode: ["tmux", "acp"],
  codex: ["tmux", "acp"],
  copilot: ["tmux", "acp"],
  qwen: ["tmux", "acp"],
  acp: ["acp"],
  builtin: ["builtin"],
  scripted: ["scripted"],
};

/** The catalog as the configuration sees it. */
export const adapters: Adapters = {
  channels: built(channels),
  cliTypes,
  agents: built(agents),
  cliAdapters: cliAdaptersPart,
  codeDelivery: codeDeliveryPart,
};

/** Throws NotSupported, with those there are, for a cli_type that nothing here can drive. */
export function kindOf(cliType: string): AgentKind {
  const kind = drivable(cliType);
  if (kind !== undefined) return kind;
  const known = Object.keys(cliTypes).filter((name) => drivable(name) !== undefined);
  throw new ParleyError("NotSupported", `The CLI ${cliType} is not available here. Available: ${known.join(", ")}.`, { data: { known } });
}

function drivable(cliType: string): AgentKind | undefined {
  const kinds = Object.hasOwn(cliTypes, cliType) ? cliTypes[cliType] : undefined;
  return kinds?.find((kind) => agents[kind].load !== undefined);
}

/** Throws NotSupported for a kind that this version lacks. */
export async function driverOf(kind: AgentKind, parts: DriverParts): Promise<AgentDriver> {
  const { load } = agents[kind];
  if (load === undefined) throw new ParleyError("NotSupported", `This version cannot drive ${kind} sessions yet. A session of cli_type scripted works.`);
  return load(parts);
}

/** The channels that are configured, enabled and built. */
export async function channelsOf(config: Pick<Config, "channels">): Promise<readonly { readonly platform: string; readonly channel: Channel }[]> {
  const loading = config.channels.flatMap(({ id, settings }) => {
    const load = channels[id]?.load;
    return load === undefined ? [] : [load(settings).then((channel) => ({ platform: id, channel }))];
  });
  return Promise.all(loading);
}

function built<K extends string, T extends { readonly load?: unknown }>(entries: Readonly<Record<K, T>>): Record<K, T & { readonly isBuilt: boolean }> {
  const marked = Object.entries<T>(entries).map(([name, entry]) => [name, { ...entry, isBuilt: entry.load !== undefined }]);
  return Object.fromEntries(marked) as Record<K, T & { readonly isBuilt: boolean }>;
}
