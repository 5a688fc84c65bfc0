import { fault, type IrcFault } from "./fault.ts";
import { faultOfChannel, faultOfKey, faultOfNick, faultOfPassword, faultOfRealName } from "./names.ts";
import type { IrcChannelSpec, IrcSpec } from "./spec.ts";
import { ircFaultTexts } from "./texts.ts";

/** The first problem found. */
export function faultOfSpec(spec: IrcSpec): IrcFault | undefined {
  const { server, port, nick, account, username, realName, password, nickServPassword, channels } = spec;
  if (!/^[^\s\u0000-\u001f/@]{1,253}$/.test(server)) return fault("BadSetting", ircFaultTexts.ircFaultServerName);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return fault("BadSetting", ircFaultTexts.ircFaultPort);
  const faults = [
    faultOfNick(nick),
    account === undefined ? undefined : faultOfNick(account),
    username === undefined ? undefined : faultOfNick(username),
    realName === undefined ? undefined : faultOfRealName(realName),
    password === undefined ? undefined : faultOfPassword(password.reveal(), ircFaultTexts.ircFaultServerPassword),
    nickServPassword === undefined ? undefined : faultOfIdentify(nickServPassword.reveal()),
    ...channels.map((channel) => faultOfChannelSpec(channel)),
  ];
  return faults.find((found) => found !== undefined);
}

/** `types`: the channel prefixes of this server, if it announced them. */
export function faultOfChannelSpec({ name, key }: IrcChannelSpec, types?: string): IrcFault | undefined {
  return faultOfChannel(name, types) ?? (key === undefined ? undefined : faultOfKey(key.reveal()));
}

/** NickServ splits at spaces: anything after a space would be another argument. */
function faultOfIdentify(password: string): IrcFault | undefined {
  if (password.includes(" ")) return fault("BadSetting", ircFaultTexts.ircFaultNickServSpace);
  return faultOfPassword(password, ircFaultTexts.ircFaultNickServPassword);
}
