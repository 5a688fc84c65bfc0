import { GatewayIntentBits, type GatewayDispatchPayload } from "@discordjs/core/http-only";
import {
  DefaultWebSocketManagerOptions,
  WebSocketShard,
  WebSocketShardDestroyRecovery,
  WebSocketShardEvents,
  type IContextFetchingStrategy,
  type SessionInfo,
  type WebSocketShardDestroyOptions,
} from "@discordjs/ws";
import { whyInWords } from "#channels/kit/error-reason";
import { defined } from "#lib/defined";
import type { Clock } from "#lib/time/clock";
import type { GatewaySession } from "./remembered.ts";

/** Which events Discord sends. The words of messages in servers need a permission of their own, in the developer portal. */
const intents =
  GatewayIntentBits.Guilds |
  GatewayIntentBits.GuildMessages |
  GatewayIntentBits.GuildMessageReactions |
  GatewayIntentBits.DirectMessages |
  GatewayIntentBits.DirectMessageReactions |
  GatewayIntentBits.MessageContent;

/** How a connection ended. */
export interface GatewayEnd {
  /** Of the WebSocket, where Discord closed it. */
  readonly code?: number;
  /** The session cannot be resumed. */
  readonly isSessionLost: boolean;
  readonly reason: string;
}

export interface GatewayTiming {
  readonly handshakeMs: number;
  /** Until Discord has said hello, and then until the session is ready or resumed. */
  readonly helloMs: number;
  readonly readyMs: number;
}

export interface GatewayOptions {
  readonly url: string;
  readonly token: string;
  readonly clock: Clock;
  readonly timing: GatewayTiming;
  /** The session to go on with, and the last event of it that is stored; null for a new one. */
  readonly session: () => { readonly session: GatewaySession; readonly sequence: number } | null;
  readonly begun: (session: GatewaySession, sequence: number) => void;
  readonly dispatched: (payload: GatewayDispatchPayload) => void;
  readonly up: () => void;
  readonly signal: AbortSignal;
}

/** One connection to the gateway, from its first byte to its end. It resumes or identifies, beats and watches the answers; it never reconnects. */
export async function runGateway({ url, token, clock, timing, session, begun, dispatched, up, signal }: GatewayOptions): Promise<GatewayEnd> {
  const { promise, resolve } = Promise.withResolvers<GatewayEnd>();
  let socketReason: string | undefined;
  const shard = new SingleConnection(strategyOf({ url, token, timing, session, begun }), ({ code, reason, recover }) => {
    // Only an invalid session makes the library start again without a code.
    const isSessionLost = (code === undefined && recover === WebSocketShardDestroyRecovery.Reconnect) || code === 4_007 || code === 4_009;
    resolve({ ...defined({ code }), isSessionLost, reason: socketReason ?? reason ?? "" });
  });
  const said = Promise.withResolvers<void>();
  const cancelReady = clock.after(timing.handshakeMs + timing.helloMs + timing.readyMs, () => stop());
  /** Only after the handshake: the library lets go of a socket that is still connecting, and its error would end the process. */
  const stop = (): void => {
    resolve({ isSessionLost: false, reason: "Discord did not answer in time." });
    void said.promise.then(() => shard.destroy({ code: 4_200 })).catch(() => undefined);
  };
  const isUp = (): void => {
    cancelReady();
    if (!signal.aborted) up();
  };
  shard.on(WebSocketShardEvents.Hello, () => said.resolve());
  shard.on(WebSocketShardEvents.Closed, () => said.resolve());
  shard.on(WebSocketShardEvents.SocketError, (error) => (socketReason = whyInWords(error)));
  // What its errors say comes with the close code as well; without a listener they would be thrown.
  shard.on(WebSocketShardEvents.Error, () => undefined);
  shard.on(WebSocketShardEvents.Ready, isUp);
  shard.on(WebSocketShardEvents.Resumed, isUp);
  shard.on(WebSocketShardEvents.Dispatch, (payload) => dispatched(payload));
  signal.addEventListener("abort", stop, { once: true });
  try {
    if (!signal.aborted) shard.connect().catch(() => undefined);
    else stop();
    return await promise;
  } finally {
    cancelReady();
    signal.removeEventListener("abort", stop);
  }
}

type Ended = (how: WebSocketShardDestroyOptions) => void;

/** The library's connection without its own way of reconnecting: how long to wait, and when to show red, is the supervisor's business. */
class SingleConnection extends WebSocketShard {
  readonly #ended: Ended;

  constructor(strategy: IContextFetchingStrategy, ended: Ended) {
    super(strategy, 0);
    this.#ended = ended;
  }

  override async destroy({ recover, code, reason }: WebSocketShardDestroyOptions = {}): Promise<void> {
    this.#ended(defined({ recover, code, reason }));
    // Closing with 1000 or 1001 would end the session at Discord.
    const closing = code ?? (recover === WebSocketShardDestroyRecovery.Reconnect ? 1_000 : 4_200);
    await super.destroy({ code: closing, ...defined({ reason }) });
  }
}

function strategyOf({ url, token, timing, session, begun }: Pick<GatewayOptions, "url" | "token" | "timing" | "session" | "begun">): IContextFetchingStrategy {
  const { compression, encoding, identifyProperties, initialPresence, largeThreshold, useIdentifyCompression, version } = DefaultWebSocketManagerOptions;
  const retrieve = (): SessionInfo | null => {
    const known = session();
    return known && { sessionId: known.session.id, sequence: known.sequence, resumeURL: url, shardId: 0, shardCount: 1 };
  };
  return {
    options: {
      compression,
      encoding,
      identifyProperties,
      initialPresence,
      largeThreshold,
      useIdentifyCompression,
      version,
      token,
      intents,
      handshakeTimeout: timing.handshakeMs,
      // Never before the handshake is over or has failed.
      helloTimeout: timing.handshakeMs + timing.helloMs,
      readyTimeout: timing.readyMs,
      shardCount: 1,
      gatewayInformation: { url, shards: 1, session_start_limit: { total: 1, remaining: 1, reset_after: 0, max_concurrency: 1 } },
    },
    retrieveSessionInfo: async () => retrieve(),
    updateSessionInfo: async (_, info) => {
      // The library counts every event that came. Here only what is stored counts, and a session ends only when Discord says so.
      if (info === null || session()?.session.id === info.sessionId) return;
      begun({ id: info.sessionId, resumeUrl: info.resumeURL }, info.sequence);
    },
    waitForIdentify: async () => undefined,
  };
}
