import { z } from "zod";
import type { Connect, LinkLight } from "#channels/kit/supervisor";
import { ParleyError } from "#domain/errors";
import { pause, type Clock } from "#lib/time/clock";
import type { OneBotApi } from "./api.ts";
import type { CallOutcome, CallSocket, Frame } from "./call-socket.ts";
import type { OpenSocket } from "./forward.ts";
import { eventWire, statusWire } from "./frame.ts";
import type { HeldEvents } from "./hold-events.ts";

export interface Timing {
  readonly handshakeMs: number;
  readonly callMs: number;
  /** After so long without a frame the implementation is asked whether it is still there. */
  readonly silentMs: number;
  /** How long it may take to answer that. */
  readonly probeMs: number;
  /** Reverse: how long one attempt waits for the implementation to connect. */
  readonly arrivalMs: number;
  /** How long events wait for what was said before them and is looked up. */
  readonly catchUpMs: number;
  /** How long what was last heard may go without being stored. */
  readonly memoryMs: number;
  /** Before a history that was not given is asked for again. */
  readonly lookAgainMs: number;
  /** Before an event that could not be stored is tried again. */
  readonly storeAgainMs: number;
}

export interface ConnectOptions {
  readonly open: OpenSocket;
  readonly api: OneBotApi;
  readonly clock: Clock;
  readonly timing: Timing;
  readonly events: HeldEvents;
  /** Logged in; called once per connection. Looks up what was said before, and tells whether that is all of it. */
  readonly ready: (self: string, signal: AbortSignal) => Promise<boolean>;
  /** The connection has ended. */
  readonly lost: () => void;
}

const login = z.object({ user_id: z.union([z.number(), z.string()]).transform(String) });
const version = z.object({ app_name: z.string().catch(""), app_version: z.string().catch("") }).catch({ app_name: "", app_version: "" });

const offline = "The QQ account is offline, although the OneBot implementation is connected. Log in to QQ there again.";

/** One connection: asks who is logged in, then watches until it ends. */
export function connectOneBot({ open, api, clock, timing, events, ready, lost }: ConnectOptions): Connect {
  return async (light, signal) => {
    const calls = await open(signal);
    const over = new AbortController();
    const aborted = (): void => calls.drop();
    signal.addEventListener("abort", aborted, { once: true });
    if (signal.aborted) calls.drop();
    const account = createAccount(light, api);
    events.begin();
    try {
      const ask = (action: string): Promise<CallOutcome> => calls.call(action, {}, { signal, timeoutMs: timing.probeMs });
      api.attach(calls);
      calls.onEvent((frame) => {
        account.hear(frame);
        events.take(frame);
      });
      const me = await ask("get_login_info");
      if (me.how === "unknown" || me.how === "not-sent") {
        calls.drop(new ParleyError("Timeout", "The OneBot implementation does not answer."));
        return await calls.closed;
      }
      const { app_name: name, app_version } = version.parse(dataOf(await ask("get_version_info")));
      api.identified({ name, version: app_version });
      const self = login.safeParse(dataOf(me));
      account.show(self.success ? (onlineOf(await ask("get_status")) ?? account.said ?? true) : false);
      if (!self.success) events.end();
      else
        void ready(self.data.user_id, over.signal).then((isAll) => {
          if (isAll) events.end();
        });
      const watching = watch(calls, account, AbortSignal.any([signal, over.signal]));
      await calls.closed;
      over.abort();
      await watching;
    } finally {
      over.abort();
      lost();
      signal.removeEventListener("abort", aborted);
      api.detach(calls);
      calls.drop();
    }
  };

  /** A socket may stay open for hours after the other side is gone. */
  async function watch(calls: CallSocket, account: Account, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(clock, Math.max(1, timing.silentMs - calls.silentMs), signal);
      if (signal.aborted || calls.silentMs < timing.silentMs) continue;
      const status = await calls.call("get_status", {}, { signal, timeoutMs: timing.probeMs });
      if (signal.aborted) return;
      if (status.how === "unknown") return calls.drop(new ParleyError("Timeout", "The OneBot implementation has stopped answering."));
      account.show(onlineOf(status) ?? account.said ?? true);
    }
  }
}

interface Account {
  readonly said: boolean | undefined;
  hear(frame: Frame): void;
  show(isOnline: boolean): void;
}

/** Whether the account is logged in, as heartbeats, notices and `get_status` say. Shown where it changes. */
function createAccount(light: LinkLight, api: OneBotApi): Account {
  let said: boolean | undefined;
  let shown: boolean | undefined;
  const show = (isOnline: boolean): void => {
    said = isOnline;
    if (shown === isOnline) return;
    shown = isOnline;
    api.online(isOnline);
    if (isOnline) light.up();
    else light.red(offline);
  };
  return {
    get said() {
      return said;
    },
    show,
    hear: (frame) => {
      const event = eventWire.safeParse(frame);
      if (!event.success) return;
      const { notice_type: notice, meta_event_type: meta, status } = event.data;
      const now = notice === "bot_offline" ? false : notice === "bot_online" ? true : meta === "heartbeat" ? (status?.online ?? undefined) : undefined;
      if (now === undefined) return;
      // Nothing is shown before the login has been looked at.
      if (shown === undefined) said = now;
      else show(now);
    },
  };
}

function dataOf(outcome: CallOutcome): unknown {
  return outcome.how === "ok" ? outcome.data : undefined;
}

/** Undefined where the implementation does not say. */
function onlineOf(outcome: CallOutcome): boolean | undefined {
  const status = statusWire.safeParse(dataOf(outcome));
  return status.success ? (status.data.online ?? undefined) : undefined;
}
