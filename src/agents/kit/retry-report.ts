import type { SeatSink } from "#domain/agent";
import { pause } from "#lib/time/clock";
import type { Clock } from "#lib/time/clock";

/** The hub's store may be busy for a moment; five tries over about six seconds outlast that. */
const waits = [100, 400, 1_600, 4_000];

/** Reports again when the hub could not keep an event; after the last try, or once the signal aborts, it throws what the hub threw. */
export function retryReport(sink: SeatSink, clock: Clock, signal: AbortSignal): SeatSink {
  const isOff = (): boolean => signal.aborted;
  return {
    happened: async (event) => {
      for (let tries = 0; ; tries++) {
        try {
          return await sink.happened(event);
        } catch (cause) {
          const wait = waits[tries];
          if (wait === undefined || isOff()) throw cause;
          await pause(clock, wait, signal);
          if (isOff()) throw cause;
        }
      }
    },
  };
}
