import { fault, type IrcFault } from "./fault.ts";
import { faultOfChannel, faultOfKey, faultOfNick, faultOfPassword, faultOfRealName } from "./names.ts";
import type { IrcChannelSpec, IrcSpec } from "./spec.ts";

/** The first thing that is wrong with it. */
export function faultOfSpec(spec: IrcSpec): IrcFault | undefined {
  const { server, port, nick, account, username, realName, password, nickServPassword, channels } = spec;
  if (!/^[^\s\u0000-\u001f/@]{1,253}$/.test(server)) return fault("BadSetting", "ircFaultServerName");
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return fault("BadSetting", "ircFaultPort");
  const faults = [
    faultOfNick(nick),
    account === undefined ? undefined : faultOfNick(account),
    username === undefined ? undefined : faultOfNick(username),
    realName === undefined ? undefined : faultOfRealName(realName),
    password === undefined ? undefined : faultOfPassword(password.reveal(), "ircFaultServerPassword"),
    nickServPassword === undefined ? undefined : faultOfIdentify(nickServPassword.reveal()),
    ...channels.map((channel) => faultOfChannelSpec(channel)),
  ];
  return faults.find((found) => found !== undefined);
}

/** `types` are the signs that this server's channels begin with, where it has told. */
export function faultOfChannelSpec({ name, key }: IrcChannelSpec, types?: string): IrcFault | undefined {
  return faultOfChannel(name, types) ?? (key === undefined ? undefined : faultOfKey(key.reveal()));
}

/** NickServ reads words: what stands behind a space would be another argument. */
function faultOfIdentify(password: string): IrcFault | undefined {
  if (password.includes(" ")) return fault("BadSetting", "ircFaultNickServSpace");
  return faultOfPassword(password, "ircFaultNickServPassword");
}
