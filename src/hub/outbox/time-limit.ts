import type { Piece } from "#domain/channel";
import type { Clock } from "#lib/time/clock";

const callMs = 30_000;
/** A slow line still carries this much: 64 KB a second. */
const bytesPerMs = 64;

/** How long a call that carries so much may take. */
export function timeLimitMs(bytes: number): number {
  return callMs + Math.ceil(bytes / bytesPerMs);
}

export function pieceBytes({ body, bytes = 0 }: Piece): number {
  return bytes + JSON.stringify(body).length;
}

/** Aborts the call's signal when its time is over. */
export async function withinTime<T>(clock: Clock, ms: number, signal: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const cancel = clock.after(ms, () => late.abort(new DOMException(`no answer within ${ms} ms`, "TimeoutError")));
  try {
    return await call(AbortSignal.any([signal, late.signal]));
  } finally {
    cancel();
  }
}
