import type { Delivery } from "#domain/delivery";
import type { DeliveryId } from "#domain/ids";
import type { Links } from "./channel-links.ts";

const firstRetryMs = 1_000;
export const lastRetryMs = 5 * 60_000;
const mostEntries = 10_000;

/** How long a delivery waits before it is tried again. */
export interface DeliveryRetries {
  /**
   * Longer each time, counted again with each connection: a call lost with its connection does not mean that the platform wants
   * us to slow down.
   */
  waitMs(delivery: Pick<Delivery, "id" | "to">): number;
  /** It went out. */
  forget(id: DeliveryId): void;
}

export function createDeliveryRetries(links: Pick<Links, "since">): DeliveryRetries {
  const failures = new Map<DeliveryId, { readonly since: number; readonly times: number }>();
  return {
    waitMs: ({ id, to }) => {
      const since = links.since(to.channel);
      const before = failures.get(id);
      const times = before?.since === since ? before.times : 0;
      if (failures.size > mostEntries) failures.clear();
      failures.set(id, { since, times: times + 1 });
      return Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(times, 10));
    },
    forget: (id) => void failures.delete(id),
  };
}
