import { z } from "zod";
import { enabled, secret, url, type SettingsPart } from "#lib/settings";

export const telegramPart: SettingsPart = {
  schema: z.strictObject({
    enabled: enabled("Whether Parley connects to Telegram."),
    token: secret("The bot's token from BotFather; write it as ${TELEGRAM_TOKEN}.").optional(),
    api_root: url("The Bot API server, if it is not Telegram's own.", ["http", "https"]).default("https://api.telegram.org"),
    proxy: url("A proxy for the connection to Telegram.", ["http", "https", "socks5"]).optional(),
  }),
  needs: ["token"],
};
