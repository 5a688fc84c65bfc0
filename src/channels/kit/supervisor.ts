import type { LinkState } from "#domain/channel";
import { ParleyError, type ErrorCode } from "#domain/errors";
import { backoff, type BackoffOptions } from "#lib/backoff";
import { pause, type Clock } from "#lib/clock";
import { whyInWords } from "./why.ts";

export interface Light {
  /** Logged in and able to receive and post. */
  up(): void;
  /** The socket lives and the account behind it does not: it was logged out, banned, taken over. `up` again when it is back. */
  red(reason: string): void;
}

/** One connection from its first byte to its end. Rejects when it cannot be made or is lost; never retries by itself. */
export type Connect = (light: Light, signal: AbortSignal) => Promise<void>;

export interface Supervised {
  /** Resolves when the first attempt has come up or failed. */
  readonly firstAttempt: Promise<void>;
  /** Resolves after the signal aborted and the last connection has ended. Never rejects. */
  readonly ended: Promise<void>;
}

export interface SupervisorOptions {
  readonly connect: Connect;
  readonly link: (state: LinkState, reason?: string) => void;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly backoff?: Omit<BackoffOptions, "clock" | "random">;
  /** A link that has not come up for this long is shown red; trying goes on. */
  readonly redAfterMs?: number;
}

/** No waiting mends these: somebody must do something. Shown red at once. */
const needsSomebody: ReadonlySet<ErrorCode> = new Set(["BadToken", "NeedsToken", "NotAllowed", "BadConfig", "NotSupported"]);

/**
 * Keeps one link up until the signal aborts. It never gives up: a wrong token may be mended on the other side too, so even
 * that is tried again. What a channel's connection throws is caught here and nowhere else.
 */
export function supervise(options: SupervisorOptions): Supervised {
  const { promise: firstAttempt, resolve: attempted } = Promise.withResolvers<void>();
  const ended = keepUp(options, attempted).finally(attempted);
  return { firstAttempt, ended };
}

async function keepUp({ connect, link, clock, random, signal, backoff: steps, redAfterMs = 60_000 }: SupervisorOptions, attempted: () => void): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  const wait = backoff({ clock, random, ...steps });
  let downSince = clock.now();
  const light: Light = {
    up: () => {
      if (isOver()) return;
      wait.up();
      downSince = Infinity;
      link("connected");
      attempted();
    },
    red: (reason) => {
      if (!isOver()) link("error", reason);
    },
  };
  if (!isOver()) link("connecting");
  while (!isOver()) {
    let reason: string;
    let red = false;
    try {
      await connect(light, signal);
      reason = "The other side closed the connection.";
    } catch (error) {
      reason = whyInWords(error);
      red = error instanceof ParleyError && needsSomebody.has(error.code);
    }
    if (isOver()) break;
    downSince = Math.min(downSince, clock.now());
    const ms = wait.next();
    link(red || clock.now() - downSince >= redAfterMs ? "error" : "connecting", `${reason} Trying again in ${spoken(ms)}.`);
    attempted();
    await pause(clock, ms, signal);
  }
  link("closed");
}

function spoken(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds === 1 ? "a second" : `${seconds} seconds`;
}
