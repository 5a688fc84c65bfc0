import type { TokenId } from "#domain/ids";
import type { Clock } from "#lib/time/clock";

/** Timers run by monotonic time and tokens expire by the machine's: a jump of the latter is noticed within this. */
const longestMs = 60_000;

/** Tells when tokens that are in use have expired: nobody changes anything then, so nothing else tells. */
export interface TokenExpiry {
  watch(token: TokenId, expiresAt: number): void;
}

/** One timer for all of them, and none while no token in use expires. */
export function createTokenExpiry(clock: Clock, expired: () => void): TokenExpiry {
  const due = new Map<TokenId, number>();
  let timer: { readonly firesAt: number; readonly cancel: () => void } | undefined;

  const arm = (): void => {
    timer?.cancel();
    timer = undefined;
    if (due.size === 0) return;
    const waitMs = Math.min(longestMs, Math.max(0, Math.min(...due.values()) - clock.now()));
    timer = { firesAt: clock.now() + waitMs, cancel: clock.after(waitMs, look) };
  };

  const look = (): void => {
    const now = clock.now();
    const over = [...due].filter(([, expiresAt]) => expiresAt <= now);
    for (const [token] of over) due.delete(token);
    arm();
    if (over.length > 0) expired();
  };

  return {
    watch: (token, expiresAt) => {
      if (due.has(token)) return;
      due.set(token, expiresAt);
      if (timer === undefined || expiresAt < timer.firesAt) arm();
    },
  };
}
