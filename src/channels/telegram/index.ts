import { z } from "zod";
import type { ChannelCan, Pace } from "#domain/channel";
import { enabled, secret, url, type SettingsPart } from "#lib/settings";

export const telegramSettings = z.strictObject({
  enabled: enabled("Whether Parley connects to Telegram."),
  token: secret("The bot's token from BotFather; write it as ${TELEGRAM_TOKEN}.").optional(),
  api_root: url("The Bot API server, if it is not Telegram's own.", ["http", "https"]).default("https://api.telegram.org"),
  proxy: url("A proxy for the connection to Telegram.", ["http", "https", "socks5"]).optional(),
});

export type TelegramSettings = z.output<typeof telegramSettings>;

/** Settings that have passed the schema. */
export function telegramSettingsOf(settings: Readonly<Record<string, unknown>>): TelegramSettings {
  return settings as TelegramSettings;
}

export const telegramPart: SettingsPart = { schema: telegramSettings, needs: ["token"], warnings: (settings) => warningsOf(settings as TelegramSettings) };

/** Each call carries the token in its address. */
function warningsOf({ api_root: root }: TelegramSettings): ReturnType<NonNullable<SettingsPart["warnings"]>> {
  const { protocol, hostname } = new URL(root);
  if (protocol === "https:" || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return [];
  return [{ path: ["api_root"], sentence: "The token and all messages travel unencrypted. Use https, or a server on this machine." }];
}

/** Telegram asks for at most one message a second in a chat and thirty a second in all. `typing…` is shown for five seconds. */
const pace: Pace = { perAddressMs: 1_000, overallMs: 34, draftMs: 1_500, hintMs: 4_500 };

/** In a group it takes no more than twenty messages and edits a minute. */
export const groupPace: Pace = { ...pace, perAddressMs: 3_000, draftMs: 3_500 };

export const telegramCan: ChannelCan = { edit: true, buttons: true, fileBytes: 50 * 1024 * 1024, dedupes: false, final: "fresh", pace };
