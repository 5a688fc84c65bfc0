import type { Address, Channel } from "#domain/channel";
import type { Account } from "#domain/people";
import type { HubDeps } from "#hub/deps";
import { withinTime } from "./time-limit.ts";

const openMs = 3_000;

/** Where accounts can be reached alone: the chat they last wrote in, else one that their platform opens. An account that cannot be reached is left out. */
export type DirectAddresses = (accounts: readonly Account[]) => Promise<readonly Address[]>;

export function createDirectAddresses({ store, clock, log, channels }: Pick<HubDeps, "store" | "clock" | "log" | "channels">): DirectAddresses {
  const open = async (account: Account): Promise<readonly Address[]> => {
    for (const channel of channelsOf(account.slice(0, account.indexOf(":")))) {
      const opened = await openOn(channel, account);
      if (opened !== undefined) return [opened];
    }
    return [];
  };
  /** A channel is named after its platform, as the accounts on it are; several of one platform have a name of their own behind it. */
  const channelsOf = (platform: string): readonly Channel[] =>
    [...channels.values()].filter(({ id, direct }) => direct !== undefined && (id === platform || id.startsWith(`${platform}-`)));
  const openOn = async (channel: Channel, account: Account): Promise<Address | undefined> => {
    try {
      const address = await withinTime(clock, openMs, new AbortController().signal, async (signal) => channel.direct?.(account, signal));
      if (address !== undefined) await store.accept({ at: clock.now(), reach: { account, address } });
      return address;
    } catch (cause) {
      log.warn({ cause, account }, "failed to open a direct chat");
      return undefined;
    }
  };
  return async (accounts) => {
    const found = await Promise.all(
      accounts.map(async (account) => {
        const known = await store.reach([account]);
        return known.length > 0 ? known : open(account);
      }),
    );
    return found.flat();
  };
}
