import { z } from "zod";
import type { ChannelCan } from "#domain/channel";
import { duration, enabled, flag, integer, path, secret, text, url, type SettingsPart } from "#lib/settings";

export const ircSettings = z.strictObject({
  enabled: enabled("Whether Parley connects to IRC as a chat; an agent's own irc command is another thing."),
  server: text("The server's host name.").optional(),
  port: integer("The server's port; 6697 with TLS and 6667 without, unless it is given.", 1, 65_535).optional(),
  tls: flag("Whether the connection is encrypted.").default(true),
  tls_ca: path("A PEM file to trust instead of this machine's authorities: the network's own authority, or its self-signed certificate.").optional(),
  proxy: url("A SOCKS proxy for the connection.", ["socks5"]).optional(),
  nick: text("Parley's nickname there; another one is used while it is taken.", 30).optional(),
  password: secret("The server's password, if it asks for one; write it as ${IRC_SERVER_PASSWORD}.").optional(),
  channels: z.array(text("A channel to join.", 200)).default([]).meta({ description: "The channels to join, each in quotes because of the #." }),
  channel_keys: z.record(z.string(), secret("The channel's key.")).default({}).meta({ description: "Keys of channels that have one, by channel." }),
  sasl: z
    .strictObject({
      account: text("The services account."),
      password: secret("Its password; write it as ${IRC_PASSWORD}."),
    })
    .optional()
    .meta({ description: "Login to the network's services." }),
  nickserv: z
    .strictObject({
      account: text("The services account, if it is not named like the nick.").optional(),
      password: secret("Its password; write it as ${IRC_PASSWORD}."),
    })
    .optional()
    .meta({ description: "Login by a message to NickServ, for networks without SASL." }),
  lines: integer("How many lines of one answer are shown; the rest is read on Parley's page.", 1, 10_000).default(12),
  remote_control: z
    .strictObject({
      enabled: flag("Whether commands may be run from named channels; see docs/remote-control.md.").default(false),
      accounts: z.array(text("A services account.", 200)).default([]).meta({ description: "The services accounts that may." }),
      channels: z.array(text("A channel.", 200)).default([]).meta({ description: "The channels in which they may." }),
      secret: secret("The shared secret that codes are made with; write it as ${IRC_REMOTE_SECRET}.").optional(),
      commands: z.array(text("A command.", 100)).default([]).meta({ description: "The terminal commands that they may run." }),
      hours: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, "must be two times of the day, such as 08:00-20:00")
        .optional()
        .meta({ description: "The time of the day in which they may." }),
      code_valid: duration("How long a challenge waits for its code.", "60s"),
      per_minute: integer("How many challenges an account may ask for in a minute.", 1, 60).default(3),
    })
    .optional()
    .meta({ description: "Running terminal commands from IRC by challenge and response. Off by default." }),
  pace: z
    .strictObject({
      burst: integer("Lines that may be sent at once after a pause.", 1, 1_000).default(5),
      every: duration("The time between further lines.", "2s"),
    })
    .prefault({})
    .meta({ description: "How fast Parley writes; servers end connections that write too fast." }),
});

export type IrcSettings = z.output<typeof ircSettings>;

/** Settings that have passed the schema. */
export function ircSettingsOf(settings: Readonly<Record<string, unknown>>): IrcSettings {
  return settings as IrcSettings;
}

export const ircPart: SettingsPart = {
  schema: ircSettings,
  needs: ["server", "nick"],
  warnings: (settings) => warningsOf(ircSettingsOf(settings as IrcSettings)),
};

type Warnings = ReturnType<NonNullable<SettingsPart["warnings"]>>;

function warningsOf({ tls, server = "", channels, channel_keys: keys, sasl, nickserv, remote_control: remote }: IrcSettings): Warnings {
  const isLocal = /^(localhost|127\.[\d.]+|::1)$/.test(server);
  const plain = tls || isLocal ? [] : [{ path: ["tls"], sentence: "Passwords and messages travel unencrypted. Use TLS, or a server on this machine." }];
  const unused = Object.keys(keys)
    .filter((name) => !channels.includes(name))
    .map((name) => ({ path: ["channel_keys", name], sentence: `The channel ${name} is not in the list of channels, so that its key is not used.` }));
  const both = sasl !== undefined && nickserv !== undefined ? [{ path: ["nickserv"], sentence: "sasl is used, and this is not. Remove one of them." }] : [];
  return [...plain, ...unused, ...both, ...remoteWarnings(remote)];
}

const shortestSecret = 16;

/** What is missing keeps remote control off. */
export function hasRemoteControl({ remote_control: remote }: IrcSettings): boolean {
  return remote?.enabled === true && remoteWarnings(remote).length === 0;
}

function remoteWarnings(remote: IrcSettings["remote_control"]): Warnings {
  if (remote?.enabled !== true) return [];
  const off = "Remote control stays off.";
  const at = (key: string, sentence: string) => ({ path: ["remote_control", key], sentence: `${sentence} ${off}` });
  const lists = (["accounts", "channels", "commands"] as const).filter((key) => remote[key].length === 0).map((key) => at(key, "The list is empty."));
  const isWeak = (remote.secret?.reveal().length ?? 0) < shortestSecret;
  return [...lists, ...(isWeak ? [at("secret", `The secret is missing or shorter than ${shortestSecret} characters.`)] : [])];
}

/**
 * The connection itself paces its lines, because all that is sent counts at the server, joins and pings too: a post that would wait
 * long is turned down with the time to wait. A typing notice is shown for six seconds.
 */
export const ircCan: ChannelCan = {
  edit: false,
  buttons: false,
  fileBytes: 0,
  dedupes: false,
  final: "fresh",
  pace: { perAddressMs: 0, overallMs: 0, draftMs: 60_000, hintMs: 5_000 },
};
