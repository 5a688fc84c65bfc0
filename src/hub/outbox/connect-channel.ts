import type { Address, Channel, ChannelSink, NativeCommand } from "#domain/channel";
import type { Command, Language } from "#domain/command";
import type { CommandTable, HubDeps } from "#hub/deps";
import { threadOf } from "#hub/road/read-facts";

export type ConnectChannel = (channel: Channel, sink: ChannelSink, signal: AbortSignal, defaultRoom?: string) => Promise<void>;

/** Starts a channel with what it may use of the hub: the commands that people may type, and a value that outlives a restart. */
export function connectChannel({ store, settings, clock }: Pick<HubDeps, "store" | "settings" | "clock">, table: CommandTable): ConnectChannel {
  /** Speaks for the default session from the start, unless somebody has given the room another one. */
  const bindToDefault = async (address: Address): Promise<void> => {
    const found = await threadOf({ store, settings }, address);
    if (found?.bound === false) await store.bind(address, found.thread, clock.now());
  };

  return async (channel, sink, signal, defaultRoom) => {
    if (defaultRoom !== undefined) await bindToDefault({ channel: channel.id, room: defaultRoom });
    const owner = `channel:${channel.id}`;
    const memory = { get: () => store.memory(owner), set: (value: Parameters<typeof store.remember>[1]) => store.remember(owner, value) };
    return channel.start(sink, { commands: nativeCommands(table.list(), settings.language), memory, signal });
  };
}

/** Commands of one word; a platform's list has no place for a second one. */
function nativeCommands(commands: readonly Pick<Command, "name" | "args" | "summary">[], language: Language): readonly NativeCommand[] {
  return commands.flatMap(({ name, args, summary }) => (/^[a-z][a-z0-9_]*$/.test(name) ? [{ name, summary: summary[language], args }] : []));
}
