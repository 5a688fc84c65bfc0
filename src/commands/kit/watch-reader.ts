import type { Clock } from "#lib/clock";
import type { Piped } from "#wire/child";
import { residentBytes } from "#wire/proc";
import type { Cut } from "./document-end.ts";

export interface Bounds {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly timeMs: number;
  readonly silentMs: number;
  readonly memoryBytes: number;
}

const lookEveryMs = 50;

/** Ends the program when it is stopped, takes too long, says nothing or grows past its bound; tells which of them it was. */
export function watchReader(child: Piped, { clock, signal, timeMs, silentMs, memoryBytes }: Bounds) {
  let cut: Cut | undefined;
  let calm: (() => void) | undefined;
  const end = (why: Cut) => (): void => {
    cut ??= why;
    child.kill();
  };
  const stop = end("stopped");
  const listen = (): void => {
    calm?.();
    calm = clock.after(silentMs, end("silent"));
  };
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const enough = clock.after(timeMs, end("time"));
  listen();
  let look = clock.after(lookEveryMs, weigh);
  function weigh(): void {
    void residentBytes(child.pid).then((bytes) => {
      if (bytes > memoryBytes) end("memory")();
      else if (bytes > 0 && cut === undefined) look = clock.after(lookEveryMs, weigh);
    });
  }
  return {
    cut: () => cut,
    listen,
    /** While the hub itself is busy with what it heard. */
    rest: () => calm?.(),
    [Symbol.dispose]: () => {
      signal.removeEventListener("abort", stop);
      for (const cancel of [enough, look]) cancel();
      calm?.();
    },
  };
}
