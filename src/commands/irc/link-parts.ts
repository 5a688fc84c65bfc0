import type { LinkState } from "#domain/channel";
import { createRedact, type Redact } from "#wire/irc/redact";
import type { IrcChannelSpec, IrcLink, IrcSpec, IrcState } from "#wire/irc/spec";
import type { IrcCommandSettings } from "./settings.ts";
import { defined } from "#lib/defined";

// What a link is made of, and how it shows.

export function channelOf({ channel, channelKey }: IrcCommandSettings): IrcChannelSpec {
  return { name: channel, ...defined({ key: channelKey }) };
}

export function isOver({ state }: IrcLink): boolean {
  return state.kind === "error" || state.kind === "closed";
}

export function specOf(settings: IrcCommandSettings): IrcSpec {
  const { server, port, tls, nick, serverPassword, nickServPassword } = settings;
  return {
    server,
    port,
    tls,
    nick,
    ...defined({ password: serverPassword, nickServPassword }),
    channels: [channelOf(settings)],
  };
}

export function redactOf({ serverPassword, channelKey, nickServPassword }: IrcCommandSettings): Redact {
  return createRedact([serverPassword, channelKey, nickServPassword]);
}

export function isSelf(link: IrcLink, target: string): boolean {
  const { state } = link;
  return (state.kind === "connected" || state.kind === "joined") && link.same(state.nick, target);
}

/** Green is only for somebody who can be talked to. */
export function lightOf(state: IrcState): LinkState {
  switch (state.kind) {
    case "joined":
      return "connected";
    case "connected":
    case "connecting":
      return "connecting";
    case "error":
    case "closed":
      return state.kind;
  }
}
