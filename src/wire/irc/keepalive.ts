import type { Clock } from "#lib/clock";

export interface KeepaliveSpec {
  readonly quietMs: number;
  readonly pongMs: number;
  /** Asks the other side for a sign of life. */
  ask(): void;
  /** None came. Called once. */
  lost(): void;
}

/** Notices that the other side is gone, which TCP alone may tell after hours or never. */
export interface Keepalive extends Disposable {
  /** A sign of life, of whatever kind. */
  heard(): void;
}

export function createKeepalive({ quietMs, pongMs, ask, lost }: KeepaliveSpec, clock: Clock): Keepalive {
  let lastAt = clock.now();
  let hasAsked = false;
  let cancel: () => void;

  const wait = (ms: number): void => {
    cancel = clock.after(ms, look);
  };
  const look = (): void => {
    const quiet = clock.now() - lastAt;
    if (hasAsked) return lost();
    if (quiet < quietMs) return wait(quietMs - quiet);
    hasAsked = true;
    ask();
    wait(pongMs);
  };
  wait(quietMs);

  return {
    heard: () => {
      lastAt = clock.now();
      if (!hasAsked) return;
      hasAsked = false;
      cancel();
      wait(quietMs);
    },
    [Symbol.dispose]: () => cancel(),
  };
}
