import type { PushSubscription } from "./person-settings.ts";

/** Sends encrypted notifications to the push services of browsers (Web Push with VAPID). */
export interface PushSender {
  /** Browsers subscribe with it. */
  readonly publicKey: string;
  /** Why nothing would be sent to that address; undefined when it is fine. It comes from a browser, so it can name any machine. */
  refuses(endpoint: string): "NotHttps" | "PrivateAddress" | "BadAddress" | undefined;
  /** `gone`: the browser has unsubscribed, and the subscription is to be dropped. Never throws. */
  send(to: Pick<PushSubscription, "endpoint" | "keys">, payload: string, signal: AbortSignal): Promise<"sent" | "gone" | "failed">;
}
