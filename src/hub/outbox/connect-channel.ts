import type { Channel, ChannelSink, NativeCommand } from "#domain/channel";
import type { Command, Language } from "#domain/command";
import type { CommandTable, HubDeps } from "#hub/deps";

export type ConnectChannel = (channel: Channel, sink: ChannelSink, signal: AbortSignal) => Promise<void>;

/** Starts a channel with what it may use of the hub: the commands that people may type, and a value that outlives a restart. */
export function connectChannel({ store, settings }: Pick<HubDeps, "store" | "settings">, table: CommandTable): ConnectChannel {
  return (channel, sink, signal) => {
    const owner = `channel:${channel.id}`;
    const memory = { get: () => store.memory(owner), set: (value: Parameters<typeof store.remember>[1]) => store.remember(owner, value) };
    return channel.start(sink, { commands: nativeCommands(table.list(), settings.language), memory, signal });
  };
}

/** Commands of one word; a platform's list has no place for a second one. */
function nativeCommands(commands: readonly Pick<Command, "name" | "args" | "summary">[], language: Language): readonly NativeCommand[] {
  return commands.flatMap(({ name, args, summary }) => (/^[a-z][a-z0-9_]*$/.test(name) ? [{ name, summary: summary[language], args }] : []));
}
