import type { Clock } from "#lib/time/clock";
import type { IrcLink, IrcSighting } from "#wire/irc/spec";

/** Which nick an account has now: what is for a person must not reach whoever took their nick. */
export interface AccountNicks {
  heard(account: string, nick: string): void;
  saw(sighting: IrcSighting, link: IrcLink): void;
  /** Without asking the server. */
  fresh(account: string): string | undefined;
  /** Undefined: the account is not there. */
  find(account: string, link: IrcLink, signal: AbortSignal): Promise<string | undefined>;
}

/** Who wrote with their account this long ago still has the nick. */
const freshMs = 5_000;
const mostAccounts = 5_000;

export function createAccountNicks(clock: Clock): AccountNicks {
  const nicks = new Map<string, { readonly nick: string; readonly at: number }>();
  const forget = (nick: string, link: IrcLink): void => {
    for (const [account, one] of nicks) if (link.same(one.nick, nick)) nicks.delete(account);
  };
  const keep = (account: string, nick: string): string => {
    if (nicks.size > mostAccounts) nicks.clear();
    nicks.set(account, { nick, at: clock.monotonic() });
    return nick;
  };
  const fresh = (account: string): string | undefined => {
    const known = nicks.get(account);
    return known !== undefined && clock.monotonic() - known.at < freshMs ? known.nick : undefined;
  };
  return {
    fresh,
    heard: (account, nick) => void keep(account, nick),
    saw: (sighting, link) => forget(sighting.nick, link),
    find: async (account, link, signal) => {
      const still = fresh(account);
      if (still !== undefined) return still;
      const known = nicks.get(account);
      if (known !== undefined) {
        const who = await link.whoIs(known.nick, signal);
        if (who.kind === "account" && who.account === account) return keep(account, known.nick);
        nicks.delete(account);
      }
      const found = await link.nickOf(account, signal);
      return found === undefined ? undefined : keep(account, found);
    },
  };
}
