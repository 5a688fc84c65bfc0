import { CommandFault, type CommandContext, type Language } from "#domain/command";
import type { SecretFile } from "#domain/workspace";
import { Secret } from "#lib/redact/secret";
import { say } from "#lib/words/words";
import { faultOfChannel, faultOfKey, faultOfNick, faultOfPassword } from "#wire/irc/names";
import { ircTexts } from "./texts.ts";
import { ircFaultTexts } from "#wire/irc/texts";
import { defined } from "#lib/defined";

/** Whose `secrets/.env` it is. */
export const skill = "irc-cli";
/** What servers of the old school take; a longer one is cut there, and then it is somebody else's. */
export const nickChars = 9;

export interface IrcCommandSettings {
  readonly server: string;
  readonly port: number;
  readonly tls: boolean;
  readonly channel: string;
  readonly nick: string;
  readonly serverPassword?: Secret;
  readonly channelKey?: Secret;
  readonly nickServPassword?: Secret;
  readonly forwards: boolean;
  /** Changes when any value of the file does. */
  readonly digest: string;
}

const required = ["IRC_SERVER", "IRC_CHANNEL", "IRC_NICK"] as const;

const textOf = (file: SecretFile, key: string): string => file.get(key)?.reveal().trim() ?? "";

/** Without these nothing can be connected. */
export function missingKeys(file: SecretFile): readonly string[] {
  return required.filter((key) => textOf(file, key) === "");
}

/** From `.env` and nowhere else. Throws MissingCredentials, NickTooLong, BadSetting. */
export async function readSettings(ctx: Pick<CommandContext, "secrets" | "language">): Promise<IrcCommandSettings> {
  const file = await ctx.secrets();
  const env = reader(file, ctx.language);
  const missing = missingKeys(file);
  if (missing.length > 0)
    throw new CommandFault("MissingCredentials", say(ctx.language, ircTexts.ircMissing, { file: file.path, keys: missing.join(", ") }), {
      missing,
      file: file.path,
    });
  const tls = env.flag("IRC_TLS", true);
  const serverPassword = env.secret(
    "IRC_SERVER_PASSWORD",
    ircTexts.ircBadPassword,
    (value) => faultOfPassword(value, ircFaultTexts.ircFaultServerPassword) === undefined,
  );
  const channelKey = env.secret("IRC_CHANNEL_KEY", ircTexts.ircBadKey, (value) => faultOfKey(value) === undefined);
  const nickServPassword = env.secret(
    "IRC_NICKSERV_PASSWORD",
    ircTexts.ircBadPassword,
    (value) => faultOfPassword(value, ircFaultTexts.ircFaultNickServPassword) === undefined && !value.includes(" "),
  );
  return {
    server: env.checked("IRC_SERVER", ircTexts.ircBadServer, (value) => /^[\p{L}\p{N}.:_[\]-]{1,253}$/u.test(value)),
    port: env.port("IRC_PORT", tls ? 6697 : 6667),
    tls,
    channel: env.checked("IRC_CHANNEL", ircTexts.ircBadChannel, (value) => faultOfChannel(value) === undefined),
    nick: env.nick("IRC_NICK"),
    ...defined({ serverPassword, channelKey, nickServPassword }),
    forwards: env.flag("IRC_AUTO_FORWARD_TO_AGENT", false),
    digest: file.digest,
  };
}

type Problem = (typeof ircTexts)["ircBadServer" | "ircBadPort" | "ircBadSwitch" | "ircBadNick" | "ircBadChannel" | "ircBadKey" | "ircBadPassword"];

/** Empty and missing are the same. No value is repeated in a sentence. */
function reader(file: SecretFile, language: Language) {
  const text = (key: string): string => textOf(file, key);
  const bad = (key: string, problem: Problem): CommandFault =>
    new CommandFault("BadSetting", say(language, ircTexts.ircBadSetting, { key, file: file.path, problem: say(language, problem) }), { key, file: file.path });
  const checked = (key: string, problem: Problem, isGood: (value: string) => boolean): string => {
    const value = text(key);
    if (!isGood(value)) throw bad(key, problem);
    return value;
  };
  return {
    checked,
    secret: (key: string, problem: Problem, isGood: (value: string) => boolean): Secret | undefined =>
      text(key) === "" ? undefined : new Secret(checked(key, problem, isGood)),
    flag: (key: string, otherwise: boolean): boolean => {
      const value = checked(key, ircTexts.ircBadSwitch, (given) => /^[01]?$/.test(given));
      return value === "" ? otherwise : value === "1";
    },
    port: (key: string, otherwise: number): number => {
      const value = checked(key, ircTexts.ircBadPort, (given) => given === "" || (/^\d{1,5}$/.test(given) && Number(given) >= 1 && Number(given) <= 65_535));
      return value === "" ? otherwise : Number(value);
    },
    nick: (key: string): string => {
      const { length } = [...text(key)];
      if (length > nickChars)
        throw new CommandFault("NickTooLong", say(language, ircTexts.ircNickTooLong, { chars: length, max: nickChars, file: file.path }), {
          nick_chars: length,
          max: nickChars,
        });
      return checked(key, ircTexts.ircBadNick, (value) => faultOfNick(value) === undefined);
    },
  };
}
