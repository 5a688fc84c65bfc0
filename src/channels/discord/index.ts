import { z } from "zod";
import type { ChannelCan, Pace } from "#domain/channel";
import { enabled, id, secret, url, type SettingsPart } from "#lib/settings";

export const discordSettings = z.strictObject({
  enabled: enabled("Whether Parley connects to Discord."),
  token: secret("The bot's token; write it as ${DISCORD_TOKEN}.").optional(),
  channel_id: id("The channel that is bound to default_session from the start: a session that no chat has claimed speaks there.").optional(),
  api_root: url("The API server, if it is not Discord's own.", ["http", "https"]).default("https://discord.com/api"),
  proxy: url("A proxy for the connection to Discord.", ["http", "https", "socks5"]).optional(),
});

export type DiscordSettings = z.output<typeof discordSettings>;

/** Settings that have passed the schema. */
export function discordSettingsOf(settings: Readonly<Record<string, unknown>>): DiscordSettings {
  return settings as DiscordSettings;
}

export const discordPart: SettingsPart = { schema: discordSettings, needs: ["token"], warnings: (settings) => warningsOf(settings as DiscordSettings) };

/** Each call carries the token in a header. */
function warningsOf({ api_root: root }: DiscordSettings): ReturnType<NonNullable<SettingsPart["warnings"]>> {
  const { protocol, hostname } = new URL(root);
  if (protocol === "https:" || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return [];
  return [{ path: ["api_root"], sentence: "The token and all messages travel unencrypted. Use https, or a server on this machine." }];
}

/** Discord takes five messages in five seconds in a channel and fifty calls a second in all. Its typing notice is shown for ten seconds. */
const pace: Pace = { perAddressMs: 1_000, overallMs: 25, draftMs: 1_500, hintMs: 8_000 };

/** Ten megabytes everywhere; servers that paid for more take more, but nothing says so in a message. */
export const discordCan: ChannelCan = { edit: true, buttons: true, fileBytes: 10 * 1024 * 1024, dedupes: true, final: "fresh", pace };
