import type { PushSubscription } from "#domain/person-settings";
import type { HubDeps } from "#hub/deps";

/** Older ones are dropped: a browser that could not be reached for so long wants to know what is new. */
const mostWaiting = 20;

/** What waits for a browser, one after the other. A push service that does not answer holds up nobody but its own browser. */
export function createBrowserQueues(
  { push, store, log }: Pick<HubDeps, "store" | "log"> & { readonly push: NonNullable<HubDeps["push"]> },
  signal: AbortSignal,
): (to: PushSubscription, payload: string) => void {
  const waiting = new Map<string, string[]>();

  const sendAll = async (to: PushSubscription, payloads: string[]): Promise<void> => {
    try {
      for (let next = payloads.shift(); next !== undefined && !signal.aborted; next = payloads.shift()) {
        const outcome = await push.send(to, next, signal);
        if (outcome === "gone") return void (await store.dropPush(to.endpoint));
        if (outcome === "failed") log.warn({ person: to.person, host: hostOf(to.endpoint) }, "failed to send a notification to a browser");
      }
    } finally {
      // In the same moment as the last look, so that nothing is added to a queue that nobody empties.
      waiting.delete(to.endpoint);
    }
  };

  return (to, payload) => {
    const payloads = waiting.get(to.endpoint);
    if (payloads !== undefined) {
      payloads.push(payload);
      if (payloads.length > mostWaiting) payloads.shift();
      return;
    }
    const mine = [payload];
    waiting.set(to.endpoint, mine);
    sendAll(to, mine).catch((cause: unknown) => log.warn({ cause }, "failed to notify a browser"));
  };
}

/** The address itself is a secret of the browser's. */
function hostOf(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : "";
}
