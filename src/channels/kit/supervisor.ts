import type { ChannelLinkState } from "#domain/channel";
import { ParleyError, type ErrorCode } from "#domain/errors";
import { backoff, type BackoffOptions } from "#lib/time/backoff";
import { pause, type Clock } from "#lib/time/clock";
import { whyInWords } from "./error-reason.ts";

export interface LinkLight {
  /** Logged in and able to receive and post; the reason says what does not work all the same. Told again when that changes. */
  up(reason?: string): void;
  /** Up as well, and shown red: something that was configured needs a person. */
  impaired(reason: string): void;
  /** The socket lives and the account behind it does not: it was logged out, banned, taken over. `up` again when it is back. */
  red(reason: string): void;
}

/** One connection from its first byte to its end. Rejects when it cannot be made or is lost; never retries by itself. */
export type Connect = (light: LinkLight, signal: AbortSignal) => Promise<void>;

export interface Supervised {
  /** Resolves when the first attempt has come up or failed. */
  readonly firstAttempt: Promise<void>;
  /** Resolves after the signal aborted and the last connection has ended. Never rejects. */
  readonly ended: Promise<void>;
}

export interface SupervisorOptions {
  readonly connect: Connect;
  readonly link: (state: ChannelLinkState, reason?: string) => void;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly backoff?: Omit<BackoffOptions, "clock" | "random">;
  /** A link that has not come up for this long is shown red; trying goes on. */
  readonly redAfterMs?: number;
}

/** Waiting does not fix these: someone has to act. Shown red immediately. */
const needsSomebody: ReadonlySet<ErrorCode> = new Set(["BadToken", "NeedsToken", "NotAllowed", "BadConfig", "NotSupported"]);

/**
 * Keeps one link up until the signal aborts. It never gives up: even a wrong token is retried, because it may be fixed
 * on the other side. Errors of a channel's connection are caught here and nowhere else.
 */
export function supervise(options: SupervisorOptions): Supervised {
  const { promise: firstAttempt, resolve: attempted } = Promise.withResolvers<void>();
  const ended = keepUp(options, attempted).finally(attempted);
  return { firstAttempt, ended };
}

async function keepUp({ connect, link, clock, random, signal, backoff: steps, redAfterMs = 60_000 }: SupervisorOptions, attempted: () => void): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  const wait = backoff({ clock, random, ...steps });
  let downSince = clock.monotonic();
  const isUp = (state: "connected" | "impaired", reason?: string): void => {
    if (isOver()) return;
    if (downSince !== Infinity) wait.up();
    downSince = Infinity;
    link(state, reason);
    attempted();
  };
  const light: LinkLight = {
    up: (reason) => isUp("connected", reason),
    impaired: (reason) => isUp("impaired", reason),
    red: (reason) => {
      if (isOver()) return;
      link("error", reason);
      attempted();
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
    downSince = Math.min(downSince, clock.monotonic());
    const ms = wait.next();
    link(red || clock.monotonic() - downSince >= redAfterMs ? "error" : "connecting", `${reason} Trying again in ${spoken(ms)}.`);
    attempted();
    await pause(clock, ms, signal);
  }
  link("closed");
}

function spoken(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds === 1 ? "a second" : `${seconds} seconds`;
}
