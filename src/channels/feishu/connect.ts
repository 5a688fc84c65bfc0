import { EventDispatcher, WSClient, type HttpInstance } from "@larksuiteoapi/node-sdk";
import { z } from "zod";
import { webSocketAgent } from "#channels/kit/platform-agent";
import type { Connect } from "#channels/kit/supervisor";
import { ParleyError } from "#domain/errors";
import type { Secret } from "#lib/redact/secret";
import type { Clock } from "#lib/time/clock";
import { botOf, type Me } from "./bot.ts";
import { untilSilent, watchBot } from "./connection-watch.ts";
import type { FeishuApi } from "./feishu-api.ts";
import { faultOf, faultOfCode } from "./outcome.ts";
import { silentLogger } from "./silent-logger.ts";
import type { Timing } from "./timing.ts";
import { watchUpgrade, type UpgradeWatch } from "./upgrade-watch.ts";

export interface ConnectOptions {
  readonly api: FeishuApi;
  readonly settings: { readonly app_id: string; readonly app_secret: Secret; readonly proxy?: string | undefined };
  readonly clock: Clock;
  readonly timing: Timing;
  /** Logged in as this bot. */
  readonly ready: (me: Me) => void;
  /** Resolves when the event is stored; what it resolves to goes back to Feishu. Rejects when it must come again. */
  readonly take: (kind: string, event: unknown) => Promise<unknown>;
}

const eventKinds = [
  "im.message.receive_v1",
  "im.message.reaction.created_v1",
  "im.message.reaction.deleted_v1",
  "card.action.trigger",
  "application.bot.menu_v6",
] as const;

/** One connection: says who the bot is, asks for an address, opens the WebSocket there and holds it until it ends. */
export function connectFeishu({ api, settings, clock, timing, ready, take }: ConnectOptions): Connect {
  return async (light, signal) => {
    const { app_id: appId, app_secret: secret, proxy } = settings;
    // The vendor's client gives up on such an id without a word.
    if (!/^cli_[0-9a-fA-F]{16}$/.test(appId))
      throw new ParleyError("BadConfig", "The app's id has the wrong form: it begins with cli_, and sixteen letters and digits follow. Copy it again.");
    const limits = { signal, timeoutMs: timing.callMs };
    // Before the first event: a mention is recognised by who we are.
    ready(await botOf(api, limits));
    const fault = Promise.withResolvers<never>();
    fault.promise.catch(() => undefined);
    const fail = (reason: ParleyError): void => fault.reject(reason);
    let path: string | undefined;
    let pingMs = 0;
    using watch = watchUpgrade((one) => one === path);
    const discover = async (data: unknown): Promise<unknown> => {
      const outcome = await api.discover(data, limits);
      const found = outcome.how === "ok" ? endpoint.safeParse(outcome.result) : undefined;
      if (outcome.how !== "ok") fail(faultOf(outcome));
      else if (found?.success !== true) fail(new ParleyError("Timeout", "Feishu did not say where to connect."));
      if (outcome.how !== "ok" || found?.success !== true) throw new ParleyError("Timeout", "There is no address to connect to.");
      const { pathname, search } = new URL(found.data.data.URL);
      path = `${pathname}${search}`;
      pingMs = found.data.data.ClientConfig.PingInterval * 1000;
      return outcome.result;
    };
    const agent = webSocketAgent(api.domain, proxy);
    const up = Promise.withResolvers<undefined>();
    const client = new WSClient({
      appId,
      appSecret: secret.reveal(),
      domain: api.domain,
      agent,
      // It is the supervisor that connects again, with a new client.
      autoReconnect: false,
      handshakeTimeoutMs: timing.handshakeMs,
      wsConfig: { pingTimeout: timing.pongSeconds },
      httpInstance: { request: ({ data }: { readonly data?: unknown }) => discover(data) } as unknown as HttpInstance,
      logger: silentLogger,
      onReady: () => {
        watch.listens();
        up.resolve(undefined);
      },
      onError: () => void refusalOf(watch).then(fail),
    });
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const aborted = Promise.withResolvers<undefined>();
    signal.addEventListener("abort", () => aborted.resolve(undefined), { once: true });
    try {
      await client.start({ eventDispatcher: dispatcherOf(take) });
      await Promise.race([up.promise, fault.promise, aborted.promise]);
      if (signal.aborted) return;
      light.up();
      const lost = watch.closed.then(() => Promise.reject(new ParleyError("Timeout", "The connection was cut.")));
      // Pongs are the only thing that comes for sure.
      const silentMs = Math.max(timing.silentMs, 2.5 * pingMs);
      const silent = untilSilent(watch, client, { clock, timing: { ...timing, silentMs }, signal: either });
      const standing = watchBot(api, light, { clock, timing, signal: either });
      await Promise.race([lost, silent, standing, aborted.promise]);
    } finally {
      over.abort();
      client.close({ force: true });
      agent.destroy();
    }
  };
}

const endpoint = z.object({
  code: z.literal(0),
  data: z.object({ URL: z.url(), ClientConfig: z.object({ PingInterval: z.number() }) }),
});

/** The vendor's client says nothing about why; Feishu does, in headers. */
async function refusalOf({ refused }: UpgradeWatch): Promise<ParleyError> {
  const response = await Promise.race([refused, Promise.resolve(undefined)]);
  const { "handshake-status": status, "handshake-autherrcode": inner, "handshake-msg": msg } = response?.headers ?? {};
  if (status === undefined) return new ParleyError("Timeout", "The WebSocket could not be opened.");
  const code = Number(inner ?? 0) > 0 ? Number(inner) : Number(status);
  return faultOfCode({ code, status: response?.statusCode ?? 0, description: String(msg ?? "") });
}

function dispatcherOf(take: ConnectOptions["take"]): EventDispatcher {
  const handlers = eventKinds.map((kind) => [kind, (event: unknown) => take(kind, event)] as const);
  return new EventDispatcher({ logger: silentLogger }).register(Object.fromEntries(handlers));
}
