import { z } from "zod";
import { enabled, id, secret, url, type SettingsPart } from "#lib/settings";

export const discordPart: SettingsPart = {
  schema: z.strictObject({
    enabled: enabled("Whether Parley connects to Discord."),
    token: secret("The bot's token; write it as ${DISCORD_TOKEN}.").optional(),
    channel_id: id("The channel that is bound to default_session from the start: a session that no chat has claimed speaks there.").optional(),
    api_root: url("The API server, if it is not Discord's own.", ["http", "https"]).default("https://discord.com/api"),
    proxy: url("A proxy for the connection to Discord.", ["http", "https", "socks5"]).optional(),
  }),
  needs: ["token"],
};
