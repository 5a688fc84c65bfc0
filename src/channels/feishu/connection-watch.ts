import type { WSClient } from "@larksuiteoapi/node-sdk";
import type { LinkLight } from "#channels/kit/supervisor";
import { ParleyError } from "#domain/errors";
import { pause, type Clock } from "#lib/time/clock";
import { botOf } from "./bot.ts";
import type { FeishuApi } from "./feishu-api.ts";
import type { Timing } from "./timing.ts";
import type { UpgradeWatch } from "./upgrade-watch.ts";

interface Watching {
  readonly clock: Clock;
  readonly timing: Timing;
  readonly signal: AbortSignal;
}

/** Rejects when nothing comes any more, or when the vendor's client has lost its connection without our noticing. */
export async function untilSilent(watch: UpgradeWatch, client: WSClient, { clock, timing, signal }: Watching): Promise<void> {
  let heard = watch.heard();
  let since = clock.monotonic();
  while (!signal.aborted) {
    await pause(clock, timing.lookMs, signal);
    if (signal.aborted) return;
    if (watch.heard() !== heard) {
      heard = watch.heard();
      since = clock.monotonic();
    }
    if (client.getConnectionStatus().state !== "connected") throw new ParleyError("Timeout", "The connection was lost.");
    if (clock.monotonic() - since >= timing.silentMs) throw new ParleyError("Timeout", "Feishu has gone silent although the connection is open.");
  }
}

/** An app that was switched off keeps its connection, and nobody's words come over it. */
export async function watchBot(api: FeishuApi, light: LinkLight, { clock, timing, signal }: Watching): Promise<void> {
  let isRed = false;
  while (!signal.aborted) {
    await pause(clock, timing.askMs, signal);
    if (signal.aborted) return;
    try {
      await botOf(api, { signal, timeoutMs: timing.callMs });
      if (isRed) light.up();
      isRed = false;
    } catch (error) {
      // A call that fails says nothing about the app; the connection has its own watchdog.
      if (!(error instanceof ParleyError) || error.code !== "NotAllowed" || signal.aborted) continue;
      isRed = true;
      light.red(error.message);
    }
  }
}
