import type { Clock } from "#lib/time/clock";
import type { IrcLink, IrcSighting } from "#wire/irc/spec";

/** Which nick an account has now: what is for a person must not reach whoever took their nick. */
export interface AccountNicks {
  /** Whether that is news. */
  heard(account: string, nick: string): boolean;
  saw(sighting: IrcSighting, link: IrcLink): void;
  /** Without asking the server. */
  fresh(account: string): string | undefined;
  /** Aborts when the account is seen to leave the nick that it has now. */
  hold(account: string): AbortSignal;
  /** The latest ones, to be handed to `load` after a restart: few servers can be asked for the nick of an account. */
  latest(): Readonly<Record<string, string>>;
  load(before: Readonly<Record<string, string>>): void;
  /** Undefined: the account is not there. */
  find(account: string, link: IrcLink, signal: AbortSignal): Promise<string | undefined>;
}

/** Who wrote with their account this long ago still has the nick. */
const freshMs = 5_000;
const mostAccounts = 5_000;
const mostRemembered = 200;

export function createAccountNicks(clock: Clock): AccountNicks {
  const nicks = new Map<string, { readonly nick: string; readonly at: number; readonly left: AbortController }>();
  const forget = (nick: string, link: IrcLink): void => {
    for (const [account, one] of nicks) {
      if (!link.same(one.nick, nick)) continue;
      nicks.delete(account);
      one.left.abort();
    }
  };
  const keep = (account: string, nick: string): string => {
    if (nicks.size > mostAccounts) nicks.clear();
    const before = nicks.get(account);
    if (before !== undefined && before.nick !== nick) before.left.abort();
    // The latest last.
    nicks.delete(account);
    nicks.set(account, { nick, at: clock.monotonic(), left: before?.nick === nick ? before.left : new AbortController() });
    return nick;
  };
  const fresh = (account: string): string | undefined => {
    const known = nicks.get(account);
    return known !== undefined && clock.monotonic() - known.at < freshMs ? known.nick : undefined;
  };
  return {
    fresh,
    hold: (account) => nicks.get(account)?.left.signal ?? AbortSignal.abort(),
    heard: (account, nick) => {
      const isNews = nicks.get(account)?.nick !== nick;
      keep(account, nick);
      return isNews;
    },
    latest: () => Object.fromEntries([...nicks].slice(-mostRemembered).map(([account, { nick }]) => [account, nick])),
    load: (before) => {
      for (const [account, nick] of Object.entries(before)) nicks.set(account, { nick, at: -Infinity, left: new AbortController() });
    },
    saw: (sighting, link) => forget(sighting.nick, link),
    find: async (account, link, signal) => {
      const still = fresh(account);
      if (still !== undefined) return still;
      const known = nicks.get(account);
      if (known !== undefined) {
        const who = await link.whoIs(known.nick, signal);
        if (who.kind === "account" && who.account === account) return keep(account, known.nick);
        known.left.abort();
        nicks.delete(account);
      }
      const found = await link.nickOf(account, signal);
      return found === undefined ? undefined : keep(account, found);
    },
  };
}
