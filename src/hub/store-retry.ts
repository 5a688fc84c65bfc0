import { ParleyError } from "#domain/errors";
import { pause, type Clock } from "#lib/time/clock";
import type { Log } from "#lib/log";

const againMs = 1_000;

/**
 * Writes again, second by second, while the disk is full or held: for what nobody else would say a second time, an agent's
 * word or what became of a call to a chat. Throws what stands in the way once the signal aborts, and anything else at once.
 */
export async function retryStoreWrite<T>(
  { clock, log, signal }: { readonly clock: Clock; readonly log: Log; readonly signal: AbortSignal },
  write: () => Promise<T>,
): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await write();
    } catch (cause) {
      if (!isPassing(cause) || signal.aborted) throw cause;
      if (isFirst) log.error({ cause }, "something that happened could not be written down; trying again every second");
      await pause(clock, againMs, signal);
    }
  }
}

function isPassing(cause: unknown): boolean {
  return cause instanceof ParleyError && (cause.code === "StoreFull" || cause.code === "StoreBusy");
}
