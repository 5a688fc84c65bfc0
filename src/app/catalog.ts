import { join, resolve } from "node:path";
import { codeDeliveryPart, deliverySettingsOf } from "#agents/delivery/index";
import { scriptedSettings } from "#agents/scripted/index";
import { stewardSettings } from "#agents/steward/index";
import { cliAdaptersPart, cliSettingsOf, drivenClis } from "#agents/tmux/index";
import { discordPart, discordSettingsOf } from "#channels/discord/index";
import { feishuPart, feishuSettingsOf } from "#channels/feishu/index";
import { onebotPart, onebotSettingsOf } from "#channels/onebot/index";
import { ircPart, ircSettingsOf } from "#channels/irc/index";
import { telegramPart, telegramSettingsOf } from "#channels/telegram/index";
import type { ChannelCheck } from "#channels/kit/channel-check";
import type { Adapters } from "#config/adapters";
import { languageOf, type Config } from "#config/config";
import type { AgentDriver, AgentKind, MadeFile, Screen } from "#domain/agent";
import type { Channel, ChannelId } from "#domain/channel";
import type { Language } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { NewId } from "#domain/ids";
import { defined } from "#lib/defined";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time/clock";
import type { SettingsPart } from "#lib/settings";
import { localZone, minuteIn } from "#lib/time/zoned-time";
import type { ModelBudget } from "./model-budget.ts";
import { hookArgv, tmuxSocket } from "./own-programs.ts";
import { version } from "./version.ts";
import { installationOf, modelOf, sandboxEngine, secretValues, workerOf } from "./workshop.ts";

// The only list of adapters. Their settings are known from the start, everything else is imported when it is first used; what
// has no `load` is not built yet and becomes a red line where it is configured.

/** What a driver may be made of. */
export interface DriverParts {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly config: Pick<Config, "home" | "workspace" | "language" | "cliAdapters" | "watchdog" | "tmux" | "codeDelivery" | "model" | "schedules">;
  /** What the agents together may spend on the model. */
  readonly budget?: ModelBudget | undefined;
  /** Where the container engine is, by the environment. */
  readonly engineEnvironment: { readonly dockerHost?: string | undefined; readonly runtimeDir?: string | undefined };
  readonly userHome: string;
  /** What programs inherit from the hub's environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly readScript: (path: string, signal: AbortSignal) => Promise<string>;
  /** A picture of a terminal. */
  readonly drawScreen: (screen: Screen) => Promise<MadeFile>;
}

/** What a channel may be made of. */
export interface ChannelParts {
  readonly clock: Clock;
  readonly language: Language;
  readonly log: Log;
}

type ChannelSettings = Readonly<Record<string, unknown>>;

interface ChannelEntry extends SettingsPart {
  readonly title: string;
  /** The settings have passed the channel's own schema. */
  readonly load?: (id: ChannelId, settings: ChannelSettings, parts: ChannelParts) => Promise<Channel>;
  /** The room that is bound to `default_session` from the start. */
  readonly defaultRoom?: (settings: ChannelSettings) => string | undefined;
  /** Asks the platform whether the settings work, for `parley doctor`. */
  readonly check?: (settings: ChannelSettings, clock: Clock) => Promise<ChannelCheck>;
}

interface AgentEntry {
  readonly settings?: typeof scriptedSettings;
  /** The `cli_type`s that it can drive in this version; left out for all of them. */
  readonly drives?: readonly string[];
  readonly load?: (parts: DriverParts) => Promise<AgentDriver>;
}

const channels: Readonly<Record<string, ChannelEntry>> = {
  telegram: {
    title: "Telegram",
    ...telegramPart,
    load: async (id, settings, { clock, language, log }) => {
      const { telegramChannel } = await import("#channels/telegram/channel");
      const note = (line: string): void => log.warn({ channel: id }, line);
      return telegramChannel(id, telegramSettingsOf(settings), { clock, random: Math.random, language, note });
    },
    check: async (settings, clock) => (await import("#channels/telegram/check")).checkTelegram(telegramSettingsOf(settings), clock),
  },
  discord: {
    title: "Discord",
    ...discordPart,
    defaultRoom: (settings) => discordSettingsOf(settings).channel_id,
    load: async (id, settings, { clock, language, log }) => {
      const { discordChannel } = await import("#channels/discord/channel");
      const note = (line: string): void => log.warn({ channel: id }, line);
      return discordChannel(id, discordSettingsOf(settings), { clock, random: Math.random, language, note });
    },
    check: async (settings, clock) => (await import("#channels/discord/check")).checkDiscord(discordSettingsOf(settings), clock),
  },
  feishu: {
    title: "Feishu",
    ...feishuPart,
    defaultRoom: (settings) => feishuSettingsOf(settings).default_channel,
    load: async (id, settings, { clock, language, log }) => {
      const { feishuChannel } = await import("#channels/feishu/channel");
      const note = (line: string): void => log.warn({ channel: id }, line);
      return feishuChannel(id, feishuSettingsOf(settings), { clock, random: Math.random, language, note });
    },
    check: async (settings, clock) => (await import("#channels/feishu/check")).checkFeishu(feishuSettingsOf(settings), clock),
  },
  onebot: {
    title: "OneBot",
    ...onebotPart,
    load: async (id, settings, { clock, language, log }) => {
      const { onebotChannel } = await import("#channels/onebot/channel");
      const note = (line: string): void => log.warn({ channel: id }, line);
      return onebotChannel(id, onebotSettingsOf(settings), { clock, random: Math.random, language, note });
    },
    check: async (settings, clock) => (await import("#channels/onebot/check")).checkOneBot(onebotSettingsOf(settings), clock),
  },
  irc: {
    title: "IRC",
    ...ircPart,
    load: async (id, settings, { clock, language, log }) => {
      const { ircChannel } = await import("#channels/irc/channel");
      const note = (line: string): void => log.warn({ channel: id }, line);
      return ircChannel(id, ircSettingsOf(settings), { clock, random: Math.random, language, note });
    },
    check: async (settings, clock) => (await import("#channels/irc/check")).checkIrc(ircSettingsOf(settings), clock),
  },
};

const agents: Readonly<Record<AgentKind, AgentEntry>> = {
  scripted: {
    settings: scriptedSettings,
    load: async (parts) => (await import("#agents/scripted/driver")).createScriptedDriver(parts),
  },
  tmux: {
    drives: drivenClis,
    load: async ({ config, ...parts }) =>
      (await import("#agents/tmux/driver")).createTmuxDriver({
        ...parts,
        language: languageOf(config),
        socket: tmuxSocket(config.home, parts.userHome),
        hookArgv: hookArgv(config.home),
        settingsOf: (cli) => cliSettingsOf(config.cliAdapters, cli),
        watchdog: config.watchdog,
        createsOn: config.tmux.server,
      }),
  },
  acp: {
    load: async ({ config, ...parts }) =>
      (await import("#agents/acp/driver")).createAcpDriver({
        ...parts,
        language: languageOf(config),
        settingsOf: (cli) => cliSettingsOf(config.cliAdapters, cli),
        version,
      }),
  },
  builtin: {
    load: async ({ config, clock, log, budget }) => {
      const { createStewardDriver } = await import("#agents/steward/driver");
      const zone = config.schedules.timeZone ?? localZone();
      return createStewardDriver({
        clock,
        log,
        language: languageOf(config),
        settings: stewardSettings(config.model),
        model: modelOf(config, { clock, attempts: deliverySettingsOf(config.codeDelivery).modelAttempts, budget }),
        shownTime: (at) => `${minuteIn(zone, at)} ${zone}`,
        workspace: config.workspace,
      });
    },
  },
  delivery: {
    load: async ({ config, clock, log, userHome, engineEnvironment, budget }) => {
      const settings = deliverySettingsOf(config.codeDelivery);
      const language = languageOf(config);
      const { createDeliveryDriver } = await import("#agents/delivery/driver");
      const installation = installationOf(config.home);
      const engine = await sandboxEngine({ settings, clock, language, installation, userHome, engineEnvironment });
      const model = modelOf(config, { clock, attempts: settings.modelAttempts, budget });
      const worker = workerOf(settings.worker, (cli) => cliSettingsOf(config.cliAdapters, cli));
      return createDeliveryDriver({
        clock,
        log,
        language,
        settings,
        model,
        engine,
        installation,
        taskRoot: resolve(config.workspace, settings.taskRoot),
        keptRoot: join(config.workspace, ".agents", "artifacts"),
        secrets: [config.model?.apiKey?.reveal() ?? "", ...secretValues(worker?.env ?? {})],
        ...defined({ worker, prices: config.model?.prices }),
      });
    },
  },
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
  const known = drivenHere();
  throw new ParleyError("NotSupported", `The CLI ${cliType} is not available here. Available: ${known.join(", ")}.`, { data: { known } });
}

/** Every cli_type that this version can drive. */
export function drivenHere(): readonly string[] {
  return Object.keys(cliTypes).filter((name) => drivable(name) !== undefined);
}

function drivable(cliType: string): AgentKind | undefined {
  const kinds = Object.hasOwn(cliTypes, cliType) ? cliTypes[cliType] : undefined;
  return kinds?.find((kind) => agents[kind].load !== undefined && (agents[kind].drives?.includes(cliType) ?? true));
}

/** Throws NotSupported for a kind that this version lacks. */
export async function driverOf(kind: AgentKind, parts: DriverParts): Promise<AgentDriver> {
  const { load } = agents[kind];
  if (load === undefined) throw new ParleyError("NotSupported", `This version cannot drive ${kind} sessions yet. A session of cli_type scripted works.`);
  return load(parts);
}

export interface LoadedChannel {
  readonly platform: string;
  readonly channel: Channel;
  /** Bound to `default_session` from the start. */
  readonly defaultRoom?: string;
}

/** The channels that are configured, enabled and built. */
export async function channelsOf(config: Pick<Config, "channels">, parts: ChannelParts): Promise<readonly LoadedChannel[]> {
  const loading = config.channels.flatMap(({ id, platform, settings }) => {
    const entry = channels[platform];
    if (entry?.load === undefined) return [];
    return [entry.load(id, settings, parts).then((channel) => ({ platform, channel, ...defined({ defaultRoom: entry.defaultRoom?.(settings) }) }))];
  });
  return Promise.all(loading);
}

/** What the platforms say about the channels that are configured, enabled and built, by channel id. */
export async function checkChannels(config: Pick<Config, "channels">, clock: Clock): Promise<readonly (readonly [ChannelId, ChannelCheck])[]> {
  const checking = config.channels.flatMap(({ id, platform, settings }) => {
    const check = channels[platform]?.check;
    return check === undefined ? [] : [check(settings, clock).then((found) => [id, found] as const)];
  });
  return Promise.all(checking);
}

function built<K extends string, T extends { readonly load?: unknown }>(entries: Readonly<Record<K, T>>): Record<K, T & { readonly isBuilt: boolean }> {
  const marked = Object.entries<T>(entries).map(([name, entry]) => [name, { ...entry, isBuilt: entry.load !== undefined }]);
  return Object.fromEntries(marked) as Record<K, T & { readonly isBuilt: boolean }>;
}
