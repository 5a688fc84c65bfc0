import { z } from "zod";
import type { ChannelCan, Pace } from "#domain/channel";
import { enabled, id, secret, text, url, type SettingsPart } from "#lib/settings";

export const feishuSettings = z.strictObject({
  enabled: enabled("Whether Parley connects to Feishu."),
  app_id: text("The app's id; write it as ${FEISHU_APP_ID}.").optional(),
  app_secret: secret("The app's secret; write it as ${FEISHU_APP_SECRET}.").optional(),
  default_channel: id(
    "The chat (oc_…) or person (ou_…) that is bound to default_session from the start: a session that no chat has claimed speaks there.",
  ).optional(),
  domain: url("The open platform's address; https://open.larksuite.com for Lark.", ["http", "https"]).default("https://open.feishu.cn"),
  proxy: url("A proxy for the connection to Feishu.", ["http", "https", "socks5"]).optional(),
});

export type FeishuSettings = z.output<typeof feishuSettings>;

/** Settings that have passed the schema. */
export function feishuSettingsOf(settings: Readonly<Record<string, unknown>>): FeishuSettings {
  return settings as FeishuSettings;
}

export const feishuPart: SettingsPart = {
  schema: feishuSettings,
  needs: ["app_id", "app_secret"],
  warnings: (settings) => warningsOf(settings as FeishuSettings),
};

/** Each connection begins with the secret, and each call carries a token. */
function warningsOf({ domain }: FeishuSettings): ReturnType<NonNullable<SettingsPart["warnings"]>> {
  const { protocol, hostname } = new URL(domain);
  if (protocol === "https:" || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return [];
  return [{ path: ["domain"], sentence: "The secret and all messages travel unencrypted. Use https, or a server on this machine." }];
}

/** Five messages a second in a chat and fifty in all; an edit of a streaming card counts for that card alone. A reaction stays until it is taken back. */
const pace: Pace = { perAddressMs: 200, overallMs: 20, draftMs: 300, hintMs: 0 };

/** 30 MB is the platform's limit for files; an empty file is refused. */
export const feishuCan: ChannelCan = { edit: true, buttons: true, fileBytes: 30 * 1024 * 1024, dedupes: true, final: "fresh", pace };
