import { z } from "zod";
import type { ChannelCan, Pace } from "#domain/channel";
import { enabled, flag, secret, url, type SettingsPart } from "#lib/settings";

function hostAndPort(does: string) {
  return z
    .string()
    .trim()
    .regex(/^(\[[0-9a-f:.]+\]|[^\s:[\]]+):\d{1,5}$/i, "must be HOST:PORT, such as 127.0.0.1:3002")
    .meta({ description: does });
}

export const onebotSettings = z.strictObject({
  enabled: enabled("Whether Parley connects to QQ through a OneBot implementation."),
  url: url("Forward WebSocket: where the OneBot implementation listens.", ["ws", "wss"]).optional(),
  listen: hostAndPort("Reverse WebSocket: HOST:PORT where Parley listens for the OneBot implementation.").optional(),
  access_token: secret("The token that both sides know; write it as ${ONEBOT_TOKEN}.").optional(),
  proxy: url("A proxy for the connection to url, and for the files that people sent.", ["http", "https", "socks5"]).optional(),
  self_files: flag("Whether the OneBot implementation can read this machine's files, so that a file is sent by its path.").default(false),
  files_listen: hostAndPort("HOST:PORT where Parley hands files to the OneBot implementation, each under a secret address for one upload.").optional(),
  files_url: url("How the OneBot implementation reaches files_listen, if not by that address.", ["http", "https"]).optional(),
});

export type OneBotSettings = z.output<typeof onebotSettings>;

/** Settings that have passed the schema. */
export function onebotSettingsOf(settings: Readonly<Record<string, unknown>>): OneBotSettings {
  return settings as OneBotSettings;
}

export const onebotPart: SettingsPart = {
  schema: onebotSettings,
  needs: [["url", "listen"]],
  warnings: (settings) => warningsOf(settings as OneBotSettings),
};

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

export function parseHostAndPort(text: string): HostAndPort {
  const at = text.lastIndexOf(":");
  return { host: text.slice(0, at).replace(/^\[|\]$/g, ""), port: Number(text.slice(at + 1)) };
}

export function isLoopback(host: string): boolean {
  return /^(localhost|127\.[\d.]+|\[?::1\]?)$/i.test(host);
}

function warningsOf({ url: forward, listen, access_token: token, proxy }: OneBotSettings): ReturnType<NonNullable<SettingsPart["warnings"]>> {
  const found: { readonly path: readonly string[]; readonly sentence: string }[] = [];
  if (proxy !== undefined && forward === undefined)
    found.push({ path: ["proxy"], sentence: "With listen the OneBot implementation connects to Parley. Only files are fetched through the proxy." });
  if (forward !== undefined) {
    const { protocol, hostname, searchParams } = new URL(forward);
    if (protocol === "ws:" && !isLoopback(hostname))
      found.push({ path: ["url"], sentence: "The token and all messages travel unencrypted. Use wss, or an implementation on this machine." });
    if (searchParams.has("access_token"))
      found.push({ path: ["url"], sentence: "A token in an address ends up in logs. Put it into access_token; Parley sends it in a header." });
    if (listen !== undefined) found.push({ path: ["listen"], sentence: "Both url and listen are set. Only url is used." });
  } else if (listen !== undefined && token === undefined) {
    const sentence = isLoopback(parseHostAndPort(listen).host)
      ? "Without access_token every program on this machine can speak as any QQ account. Set one on both sides."
      : "Parley does not listen there without access_token: anyone could speak as any QQ account. Set one on both sides.";
    found.push({ path: ["listen"], sentence });
  }
  return found;
}

/** QQ states no rates; accounts that write faster than people are restricted. Nothing is edited, and hints are given once. */
const pace: Pace = { perAddressMs: 1_500, overallMs: 1_000, draftMs: 0, hintMs: 0 };

export const onebotCan: ChannelCan = { edit: false, buttons: false, fileBytes: 100 * 1024 * 1024, dedupes: false, final: "fresh", pace };
