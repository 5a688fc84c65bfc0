import type { Clock } from "#lib/time/clock";

export interface KeepaliveSpec {
  readonly quietMs: number;
  readonly pongMs: number;
  /** Sends a ping to the other side. */
  ask(): void;
  /** Called once if there was no response. */
  lost(): void;
}

/** Detects a dead connection, which TCP alone may report after hours or never. */
export interface Keepalive extends Disposable {
  /** Any activity from the other side. */
  heard(): void;
}

export function createKeepalive({ quietMs, pongMs, ask, lost }: KeepaliveSpec, clock: Clock): Keepalive {
  let lastAt = clock.monotonic();
  let hasAsked = false;
  let cancel: () => void;

  const wait = (ms: number): void => {
    cancel = clock.after(ms, look);
  };
  const look = (): void => {
    const quiet = clock.monotonic() - lastAt;
    if (hasAsked) return lost();
    if (quiet < quietMs) return wait(quietMs - quiet);
    hasAsked = true;
    ask();
    wait(pongMs);
  };
  wait(quietMs);

  return {
    heard: () => {
      lastAt = clock.monotonic();
      if (!hasAsked) return;
      hasAsked = false;
      cancel();
      wait(quietMs);
    },
    [Symbol.dispose]: () => cancel(),
  };
}
