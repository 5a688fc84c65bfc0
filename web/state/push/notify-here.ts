import type { BrowserStorage } from "#web/state/browser-storage.ts";
import type { PushState } from "./push-here.ts";

const storageName = "parley.notify";

/** Whether this browser shows what an open page in the background is told. Asks nobody. */
export function notifyState(storage: BrowserStorage): PushState {
  if (!("serviceWorker" in navigator) || !("Notification" in window)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && storage.get(storageName) !== "off" ? "on" : "off";
}

/** Asks the person, unless they agreed before. */
export async function turnNotifyOn(storage: BrowserStorage): Promise<PushState> {
  if ((await Notification.requestPermission()) === "granted") storage.set(storageName, null);
  return notifyState(storage);
}

export function turnNotifyOff(storage: BrowserStorage): PushState {
  storage.set(storageName, "off");
  return notifyState(storage);
}
