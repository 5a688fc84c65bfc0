import type { Account } from "#domain/people";
import type { Clock } from "#lib/time/clock";

const mostAccounts = 1_000;

/** True for the first call about an account within a minute. Somebody without an entry must not be able to fill a chat with answers. */
export function createOnceAMinute(clock: Pick<Clock, "now">): (account: Account) => boolean {
  const told = new Map<Account, number>();
  return (account) => {
    const now = clock.now();
    if ((told.get(account) ?? 0) > now - 60_000) return false;
    if (told.size > mostAccounts) told.clear();
    told.set(account, now);
    return true;
  };
}
