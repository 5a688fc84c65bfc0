import type { Connect } from "#channels/kit/supervisor";
import { defined } from "#lib/defined";
import { pause, type Clock } from "#lib/time/clock";
import type { BotApi, CallOutcome } from "./bot-api.ts";
import type { Me } from "./decode-words.ts";
import { faultOf } from "./outcome.ts";
import type { UpdateWindow } from "./update-window.ts";
import { updateKinds } from "./update.ts";

/** An update as it came; its shape is looked at in decode. */
export interface RawUpdate {
  readonly update_id: number;
}

export interface Timing {
  /** How long Telegram holds a poll that has nothing to tell. */
  readonly pollSeconds: number;
  /** How much later than that the answer may come. After it the connection counts as dead, however open its socket is. */
  readonly graceMs: number;
  readonly callMs: number;
  /** How long a poll waits for updates that are still being stored before it looks for others. */
  readonly storingMs: number;
  /** The same for updates that could not be stored. */
  readonly failedMs: number;
  /** How long the next message of an album may take. */
  readonly albumMs: number;
}

export interface ConnectOptions {
  readonly api: BotApi;
  readonly clock: Clock;
  readonly timing: Timing;
  readonly window: UpdateWindow;
  /** Logged in as this bot, and able to receive. */
  readonly ready: (me: Me) => void;
  /** Handed each update once; it never waits. */
  readonly take: (update: RawUpdate) => void;
  readonly note: (line: string) => void;
}

const batch = 100;

/** One connection: says who the bot is, then polls until a poll fails. */
export function connectTelegram({ api, clock, timing, window, ready, take, note }: ConnectOptions): Connect {
  const answered = async <T>(outcome: Promise<CallOutcome<T>>): Promise<T> => {
    const answer = await outcome;
    if (answer.how === "ok") return answer.result;
    throw faultOf(answer);
  };

  /** Undefined: it was turned down, and after a wait it may be tried again. */
  const poll = async (
    seconds: number,
    offset: number | undefined,
    mayWait: (code: number) => boolean,
    signal: AbortSignal,
  ): Promise<readonly RawUpdate[] | undefined> => {
    const outcome = await api.call((raw, by) => raw.getUpdates({ timeout: seconds, limit: batch, allowed_updates: updateKinds, ...defined({ offset }) }, by), {
      signal,
      timeoutMs: seconds * 1000 + timing.graceMs,
    });
    if (outcome.how !== "denied" || !mayWait(outcome.denial.code)) return answered(Promise.resolve(outcome));
    await pause(clock, outcome.denial.retryAfterMs ?? timing.failedMs, signal);
    return undefined;
  };

  /** The next poll confirms what was stored; what is slow to store must not hold up the rest. */
  const untilStored = async (signal: AbortSignal): Promise<void> => {
    const over = new AbortController();
    const longest = pause(clock, timing.storingMs, AbortSignal.any([signal, over.signal])).then(() => "late" as const);
    while (!window.isEmpty && !window.hasFailed && !signal.aborted) {
      if ((await Promise.race([window.changed(), longest])) === "late") break;
    }
    over.abort();
    if (window.hasFailed) await pause(clock, timing.failedMs, signal);
  };

  return async (light, signal) => {
    const limits = { signal, timeoutMs: timing.callMs };
    const { id, username } = await answered(api.call((raw, by) => raw.getMe(by), limits));
    // Polling is refused while one is set; nothing that waits is thrown away.
    await answered(api.call((raw, by) => raw.deleteWebhook({ drop_pending_updates: false }, by), limits));
    let isUp = false;
    let conflicts = 0;
    // A limit is waited out, unless the hub waits for its start. A hub that was just restarted may meet its own last poll once.
    const mayWait = (code: number): boolean => (code === 429 && isUp) || (code === 409 && ++conflicts === 1);
    while (!signal.aborted) {
      const { offset } = window;
      const updates = await poll(isUp && window.isEmpty ? timing.pollSeconds : 0, offset, mayWait, signal);
      if (updates === undefined) continue;
      if (!isUp) {
        ready({ id, username });
        light.up();
        isUp = true;
      }
      const ids = updates.map((update) => update.update_id);
      const lost = ids.length === batch ? window.giveUp(ids) : undefined;
      if (lost !== undefined) note(`Update ${lost} failed to be stored again and again while all others could be. It was left out.`);
      const fresh = new Set(window.take(ids, offset));
      for (const update of updates) if (fresh.has(update.update_id)) take(update);
      await untilStored(signal);
    }
  };
}
