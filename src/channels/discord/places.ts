import type { CallLimits, DiscordApi } from "./discord-api.ts";
import { nameOf } from "./decode-words.ts";
import { channelWire, guildWire, type ChannelWire, type GuildWire, type MessageWire } from "./wire.ts";

const mostKnown = 5_000;
const threads = new Set([10, 11, 12]);

/** What is known about servers, channels and people beyond an event: Discord names them only once, when a session begins. */
export interface Places {
  /** Learns from an event. Returns the server that it brings. */
  hear(type: string, data: unknown): GuildWire | undefined;
  heardMessage(message: Pick<MessageWire, "author" | "member">): void;
  /** What people call the channel; asked for where no event has said it. */
  roomName(channel: string, guild: string, limits: CallLimits): Promise<string | undefined>;
  nameOfUser(id: string): string | undefined;
  /** The bot's own role in each server. */
  readonly roles: ReadonlySet<string>;
}

export function createPlaces(api: DiscordApi, me: () => string | undefined): Places {
  const guilds = new Map<string, string>();
  const channels = new Map<string, Pick<ChannelWire, "name" | "parent_id" | "type">>();
  const people = new Map<string, string>();
  const roles = new Set<string>();

  const know = <V>(map: Map<string, V>, id: string, value: V): void => {
    map.delete(id);
    map.set(id, value);
    const [oldest] = map.keys();
    if (map.size > mostKnown && oldest !== undefined) map.delete(oldest);
  };
  const knowChannel = (channel: ChannelWire): void => know(channels, channel.id, channel);
  const knowGuild = (guild: GuildWire): void => {
    if (guild.name !== undefined) know(guilds, guild.id, guild.name);
    for (const channel of [...guild.channels, ...guild.threads]) knowChannel(channel);
    for (const role of guild.roles) if (role.tags?.bot_id !== undefined && role.tags.bot_id === me()) roles.add(role.id);
  };

  const channelOf = async (id: string, limits: CallLimits): Promise<Pick<ChannelWire, "name" | "parent_id" | "type"> | undefined> => {
    const known = channels.get(id);
    if (known !== undefined) return known;
    const asked = await api.call((rest, signal) => rest.channels.get(id, { signal }), limits);
    const found = asked.how === "ok" ? channelWire.safeParse(asked.result) : undefined;
    if (found?.success === true) knowChannel(found.data);
    // Asked once: what the bot may not see stays without a name.
    else if (asked.how === "denied") know(channels, id, { type: -1 });
    return found?.data;
  };
  const guildName = async (id: string, limits: CallLimits): Promise<string | undefined> => {
    const known = guilds.get(id);
    if (known !== undefined) return known;
    const asked = await api.call((rest, signal) => rest.guilds.get(id, {}, { signal }), limits);
    const found = asked.how === "ok" ? guildWire.safeParse(asked.result) : undefined;
    if (found?.success === true) knowGuild(found.data);
    return found?.data?.name;
  };

  return {
    roles,
    hear: (type, data) => {
      if (/^(CHANNEL|THREAD)_(CREATE|UPDATE)$/.test(type)) {
        const channel = channelWire.safeParse(data);
        if (channel.success) knowChannel(channel.data);
      }
      if (type !== "GUILD_CREATE" && type !== "GUILD_UPDATE") return undefined;
      const guild = guildWire.safeParse(data);
      if (guild.success) knowGuild(guild.data);
      return type === "GUILD_CREATE" ? guild.data : undefined;
    },
    heardMessage: ({ author, member }) => know(people, author.id, nameOf(author, member?.nick)),
    nameOfUser: (id) => people.get(id),
    roomName: async (id, guild, limits) => {
      const [channel, server] = [await channelOf(id, limits), await guildName(guild, limits)];
      const parent =
        channel !== undefined && threads.has(channel.type) && typeof channel.parent_id === "string" ? await channelOf(channel.parent_id, limits) : undefined;
      const names = [server, named(parent, "#"), named(channel, parent === undefined ? "#" : "")].filter((name) => name !== undefined);
      return names.length === 0 ? undefined : names.join(" › ");
    },
  };
}

function named(channel: { readonly name?: string | null | undefined } | undefined, before: string): string | undefined {
  return typeof channel?.name === "string" ? `${before}${channel.name}` : undefined;
}
