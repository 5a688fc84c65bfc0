import { accountOf } from "#channels/irc/decode";
import { hasRemoteControl, ircSettingsOf } from "#channels/irc/index";
import type { RemoteControl } from "#commands/remote/index";
import type { Config } from "#config/config";
import { defined } from "#lib/defined";

/** The IRC chats that commands may be run from, none unless the configuration says so. */
export function remoteControls({ channels }: Pick<Config, "channels">): readonly RemoteControl[] {
  return channels.flatMap(({ id, platform, settings }) => {
    const irc = ircSettingsOf(settings);
    if (platform !== "irc" || !hasRemoteControl(irc)) return [];
    const { accounts, channels: rooms, secret, commands, hours, code_valid: codeValidMs, per_minute: perMinute } = irc.remote_control ?? {};
    if (accounts === undefined || rooms === undefined || secret === undefined || commands === undefined) return [];
    if (codeValidMs === undefined || perMinute === undefined) return [];
    const control = { channel: id, accounts: accounts.map((name) => accountOf(id, name)), rooms, secret, commands, codeValidMs, perMinute };
    return [{ ...control, ...defined({ hours }) }];
  });
}
