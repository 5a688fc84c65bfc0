import { fault, type IrcFault } from "./fault.ts";
import { faultOfChannel, faultOfKey, faultOfNick, faultOfPassword, faultOfWords } from "./names.ts";
import type { IrcChannelSpec, IrcSpec } from "./spec.ts";

/** The first thing that is wrong with it. */
export function faultOfSpec(spec: IrcSpec): IrcFault | undefined {
  const { server, port, nick, account, username, realName, password, nickServPassword, channels } = spec;
  if (!/^[^\s\u0000-\u001f/@]{1,253}$/.test(server)) return fault("BadSetting", "The server's name is empty or has a sign in it that no name has. Correct it.");
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return fault("BadSetting", "The server's port is not a number from 1 to 65535. Correct it.");
  const faults = [
    faultOfNick(nick),
    account === undefined ? undefined : faultOfNick(account),
    username === undefined ? undefined : faultOfNick(username),
    realName === undefined ? undefined : faultOfWords(realName, "real name"),
    password === undefined ? undefined : faultOfPassword(password.reveal(), "server's password"),
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
  if (password.includes(" ")) return fault("BadSetting", "The NickServ password has a space in it, which NickServ cannot read. Set another one.");
  return faultOfPassword(password, "NickServ password");
}
