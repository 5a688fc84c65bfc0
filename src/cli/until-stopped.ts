import type { EventEmitter } from "node:events";
import type { Clock } from "#lib/time/clock";

/** Under npm one Ctrl-C arrives twice: from the terminal, and again from npm, which hands it on to the program it started. */
const samePressMs = 1_000;

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** The first signal asks to stop; a second one, pressed on purpose, does not wait. Signals that come while the hub still starts count too. */
export function untilStopped(signals: Pick<EventEmitter, "on">, clock: Pick<Clock, "monotonic">, leave: (code: number) => void): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    for (const [signal, code] of Object.entries(exitCodes)) {
      signals.on(signal, () => {
        if (askedAt !== undefined && clock.monotonic() - askedAt >= samePressMs) leave(code);
        askedAt ??= clock.monotonic();
        resolve();
      });
    }
  });
}
