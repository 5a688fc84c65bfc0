import { readRegularFile } from "#lib/fs/regular-file";
import { openSocks } from "#channels/kit/socks";
import { ParleyError } from "#domain/errors";
import { defined } from "#lib/defined";
import type { IrcSpec, IrcTimings } from "#wire/irc/spec";
import type { IrcSettings } from "./index.ts";

/** A bundle of certificates, generously. */
const maxCertificateBytes = 4 * 1024 * 1024;

/** The connection that the settings describe. The file of the authority is read each time: it may be corrected while we retry. */
export async function ircSpecOf(settings: IrcSettings, timings: Partial<IrcTimings> = {}): Promise<IrcSpec> {
  const { server = "", tls, port = tls ? 6697 : 6667, nick = "", password, channels, channel_keys: keys, sasl, nickserv, proxy, pace } = settings;
  const login =
    sasl === undefined
      ? { ...defined({ account: nickserv?.account, nickServPassword: nickserv?.password }), sasl: "off" as const }
      : { account: sasl.account, nickServPassword: sasl.password, sasl: "required" as const };
  return {
    server,
    port,
    tls,
    nick,
    otherNicks: otherNicks(nick),
    ...defined({ password, ca: await authority(settings.tls_ca) }),
    ...login,
    channels: channels.map((name) => ({ name, ...defined({ key: keys[name] }) })),
    pace: { burst: pace.burst, everyMs: pace.every },
    timings,
    ...(proxy === undefined ? {} : { dial: (host: string, to: number) => openSocks(proxy, host, to) }),
  };
}

/** Servers may allow no more than nine characters. */
function otherNicks(nick: string): readonly string[] {
  const short = nick.slice(0, 7);
  return [...new Set([`${nick}_`, `${nick}__`, `${short}_`, `${short}_2`, `${short}_3`, `${short}_4`])].filter((one) => one !== nick);
}

async function authority(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    return (await readRegularFile(file, maxCertificateBytes)).toString("utf8");
  } catch (cause) {
    throw new ParleyError("BadConfig", `The file ${file} of tls_ca cannot be read. Check the path and who may read it.`, { cause });
  }
}
