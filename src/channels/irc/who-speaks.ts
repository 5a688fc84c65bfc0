import type { Clock } from "#lib/time/clock";
import type { IrcLink, IrcMessage, IrcSighting } from "#wire/irc/spec";
import { isChannel, type Speaker } from "./decode.ts";

/** Finds the services account of a sender. A nick is never proof: anybody can take one. */
export interface WhoSpeaks {
  of(message: IrcMessage, link: IrcLink): Promise<Speaker>;
  saw(sighting: IrcSighting, link: IrcLink): void;
}

/** Somebody without an account may log in at any time. */
const noneMs = 15_000;
const mostNicks = 5_000;

interface Known {
  readonly speaker: Speaker;
  readonly mask: string | undefined;
  readonly until: number;
}

export function createWhoSpeaks(clock: Clock, signal: AbortSignal): WhoSpeaks {
  /** Of people in channels with us: we see them leave and change their nick. */
  const known = new Map<string, Known>();
  /** Counts what happened to nicks, to notice it while the server is asked. */
  const changes = new Map<string, number>();

  const ask = async ({ nick, mask, target }: IrcMessage, link: IrcLink): Promise<Speaker> => {
    const name = link.fold(nick);
    const before = changes.get(name) ?? 0;
    const who = await link.whoIs(nick, signal);
    // The nick may have gone to somebody else since: the answer must be about the same connection.
    const isSame = who.kind === "account" && mask !== undefined && who.mask === mask && (changes.get(name) ?? 0) === before;
    const speaker = isSame ? who.account : undefined;
    if (isChannel(target) && (isSame || who.kind === "none")) {
      if (known.size > mostNicks) known.clear();
      known.set(name, { speaker, mask, until: speaker === undefined ? clock.monotonic() + noneMs : Infinity });
    }
    return speaker;
  };

  return {
    of: async (message, link) => {
      if (message.account !== undefined) return message.account;
      // Who had the nick when it was first said cannot be found out any more.
      if (link.tellsAccounts() || message.replay !== undefined) return undefined;
      const found = isChannel(message.target) ? known.get(link.fold(message.nick)) : undefined;
      if (found !== undefined && found.mask === message.mask && found.until > clock.monotonic()) return found.speaker;
      return ask(message, link);
    },
    saw: (sighting, link) => {
      const nicks = [sighting.nick, ...(sighting.kind === "renamed" ? [sighting.to] : [])].map(link.fold);
      if (changes.size > mostNicks) changes.clear();
      for (const nick of nicks) {
        known.delete(nick);
        changes.set(nick, (changes.get(nick) ?? 0) + 1);
      }
    },
  };
}
