import type { DeliveryClaim } from "#domain/delivery";
import type { HubDeps } from "#hub/deps";

const claimsAtOnce = 64;
const soonestMs = 50;
const afterErrorMs = 1_000;

/** Claims deliveries as they become due. */
export interface DueDeliveries {
  /** Something may be due. */
  wake(): void;
  /** Cancels the timer; resolves when no look is under way. */
  idle(): Promise<void>;
}

export interface DueDeps extends Pick<HubDeps, "store" | "clock" | "log"> {
  /** Rows are due by it. */
  readonly forward: () => number;
  /** Aborted: nothing more is claimed. */
  readonly signal: AbortSignal;
}

export function createDueDeliveries({ store, clock, log, forward, signal }: DueDeps, start: (claim: DeliveryClaim) => void): DueDeliveries {
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let cancelTimer: (() => void) | undefined;

  const look = async (): Promise<void> => {
    do {
      lookAgain = false;
      const claims = await store.claimDue(forward(), claimsAtOnce);
      for (const claim of claims) start(claim);
      if (claims.length === claimsAtOnce) lookAgain = true;
    } while (lookAgain && !signal.aborted);
    const next = await store.nextDue();
    cancelTimer?.();
    if (next !== undefined && !signal.aborted) cancelTimer = clock.after(Math.max(soonestMs, next - forward()), wake);
  };

  const wake = (): void => {
    if (signal.aborted) return;
    lookAgain = true;
    looking ??= look()
      .catch((cause: unknown) => {
        log.error({ cause }, "failed to read the outbox; retrying in a second");
        cancelTimer = clock.after(afterErrorMs, wake);
      })
      .finally(() => {
        looking = undefined;
        if (lookAgain) wake();
      });
  };

  return {
    wake,
    idle: async () => {
      cancelTimer?.();
      await looking;
    },
  };
}
