import { workerUrl } from "#web/state/install-worker.ts";
import type { ManageApi } from "#web/state/manage-api.ts";

/** Whether this browser is notified while the page is closed, and why it cannot be. */
export type PushState = "on" | "off" | "blocked" | "unsupported";

export async function pushState(): Promise<PushState> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  return subscription === undefined || subscription === null ? "off" : "on";
}

/** Asks the person, then the browser's push service, then the hub. */
export async function turnPushOn(api: ManageApi): Promise<PushState> {
  const key = await api.pushKey();
  if (key === null) return "unsupported";
  if ((await Notification.requestPermission()) !== "granted") return "blocked";
  await navigator.serviceWorker.register(workerUrl());
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  try {
    await api.addPush({ endpoint: endpoint ?? "", keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return "on";
}

export async function turnPushOff(api: ManageApi): Promise<PushState> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = (await registration?.pushManager.getSubscription()) ?? null;
  if (subscription !== null) {
    await api.endPush(subscription.endpoint);
    await subscription.unsubscribe();
  }
  return "off";
}
