import type { Agent } from "node:http";
import { API } from "@discordjs/core/http-only";
import { DiscordAPIError, HTTPError, RateLimitError, REST } from "@discordjs/rest";
import { z } from "zod";
import { platformAgent } from "#channels/kit/platform-agent";
import { Secret } from "#lib/redact/secret";
import type { Clock } from "#lib/time/clock";
import type { DiscordSettings } from "./index.ts";
import { restTransport, TransportError } from "./rest-transport.ts";

/** A call that Discord turned down, in its own words. */
export interface Denial {
  /** Of HTTP. */
  readonly status: number;
  /** Discord's own; 0 where it gives none. */
  readonly code: number;
  readonly message: string;
  readonly retryAfterMs?: number;
  /** A limit of the whole bot, not of one route. */
  readonly isGlobal?: boolean;
}

/** What became of a call. `not-sent`: it certainly did not happen. `unknown`: it went out, and no answer that can be read came back. */
export type CallOutcome<T> =
  | { readonly how: "ok"; readonly result: T }
  | { readonly how: "denied"; readonly denial: Denial }
  | { readonly how: "not-sent" | "unknown"; readonly reason: string };

export interface CallLimits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Calls to Discord's REST API. No error of the library gets out of here: those hold the request. */
export interface DiscordApi extends Disposable {
  readonly token: Secret;
  call<T>(make: (api: API, signal: AbortSignal) => Promise<T>, limits: CallLimits): Promise<CallOutcome<T>>;
  /** Connections to another address of the platform, through the same proxy. */
  agentFor(url: string): Agent;
}

/** The library's own limit, which ours comes before. */
const farAway = 2_147_483_647;

export function createDiscordApi({ token = new Secret(""), api_root: given, proxy }: DiscordSettings, clock: Clock): DiscordApi {
  const root = given.replace(/\/+$/, "");
  const agents = new Map<string, Agent>();
  const agentFor = (url: string): Agent => {
    const scheme = url.startsWith("https:") || url.startsWith("wss:") ? "https:" : "http:";
    const agent = agents.get(scheme) ?? platformAgent(scheme, proxy);
    agents.set(scheme, agent);
    return agent;
  };
  const rest = new REST({
    api: root,
    makeRequest: restTransport(agentFor(root)),
    retries: 0,
    timeout: farAway,
    // The hub paces and waits: a limit comes back as an answer instead of holding the call.
    rejectOnRateLimit: () => true,
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    offset: 0,
  });
  const api = new API(rest);
  return {
    token,
    agentFor,
    call: async (make, { signal, timeoutMs }) => {
      if (signal.aborted) return { how: "not-sent", reason: "It was called off before it was sent." };
      const late = new AbortController();
      const cancel = clock.after(timeoutMs, () => late.abort());
      // The library drops its token at the first 401; the next call asks Discord again.
      rest.setToken(token.reveal() || "none");
      try {
        return { how: "ok", result: await make(api, AbortSignal.any([signal, late.signal])) };
      } catch (error) {
        if (error instanceof RateLimitError && error.global) rest.globalReset = -1;
        const isUnanswered = error instanceof TransportError && error.wasSent;
        if (late.signal.aborted && isUnanswered) return { how: "unknown", reason: "Discord did not answer in time." };
        if (signal.aborted && isUnanswered) return { how: "unknown", reason: "It was called off while the answer was awaited." };
        return failed(error);
      } finally {
        cancel();
      }
    },
    [Symbol.dispose]: () => {
      rest.clearHashSweeper();
      rest.clearHandlerSweeper();
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

function failed(error: unknown): CallOutcome<never> {
  if (error instanceof RateLimitError) {
    const { retryAfter, timeToReset, global: isGlobal } = error;
    return { how: "denied", denial: { status: 429, code: 0, message: "", retryAfterMs: Math.ceil(retryAfter > 0 ? retryAfter : timeToReset), isGlobal } };
  }
  if (error instanceof DiscordAPIError)
    return { how: "denied", denial: { status: error.status, code: Number(error.code) || 0, message: error.message.slice(0, 300) } };
  if (error instanceof HTTPError) return { how: "denied", denial: { status: error.status, code: 0, message: "" } };
  if (error instanceof TransportError) return { how: error.wasSent ? "unknown" : "not-sent", reason: error.message };
  if (error instanceof z.ZodError) return { how: "unknown", reason: "Discord's answer could not be read." };
  return { how: "not-sent", reason: "The request could not be made." };
}
