import type { Clock } from "#lib/time/clock";
import type { Piped } from "#wire/child-kinds";
import { usageOf } from "#wire/proc";
import type { Cut } from "./document-end.ts";

export interface ReaderBounds {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly timeMs: number;
  /** Of computing without a word. A busy machine may take longer for that. */
  readonly silentMs: number;
  readonly memoryBytes: number;
}

export interface ReaderWatch extends Disposable {
  /** Why it was ended from here. */
  cut(): Cut | undefined;
  /** A word was heard; from now on the next is waited for. */
  listen(): void;
  /** Nothing is waited for while the hub itself is busy with what it heard. */
  rest(): void;
  /** The most that it took so far; asked before it is gone. */
  peakBytes(): Promise<number>;
}

const lookEveryMs = 50;
const patience = 6;

/** Ends the program when it is stopped, takes too long, says nothing or grows past its bound. */
export function watchReader(child: Piped, { clock, signal, timeMs, silentMs, memoryBytes }: ReaderBounds): ReaderWatch {
  let cut: Cut | undefined;
  let peak = 0;
  let heard: { readonly at: number; cpuMs?: number } | undefined = { at: clock.monotonic() };
  let isOver = false;

  const end = (why: Cut): void => {
    if (isOver) return;
    cut ??= why;
    child.kill();
  };
  const stop = (): void => end("stopped");

  const look = async (): Promise<void> => {
    const usage = await usageOf(child.pid);
    peak = Math.max(peak, usage?.peakBytes ?? 0);
    if ((usage?.bytes ?? 0) > memoryBytes) end("memory");
    if (heard === undefined) return;
    heard.cpuMs ??= usage?.cpuMs ?? 0;
    const computedMs = (usage?.cpuMs ?? 0) - heard.cpuMs;
    const waitedMs = clock.monotonic() - heard.at;
    if (computedMs >= silentMs || waitedMs >= silentMs * (usage === undefined ? 1 : patience)) end("silent");
  };
  const lookAgain = (): (() => void) =>
    clock.after(lookEveryMs, () => {
      void look().then(() => {
        if (!isOver && cut === undefined) cancelLook = lookAgain();
      });
    });
  let cancelLook = lookAgain();
  const cancelTime = clock.after(timeMs, () => end("time"));
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();

  return {
    cut: () => cut,
    listen: () => (heard = { at: clock.monotonic() }),
    rest: () => (heard = undefined),
    peakBytes: async () => {
      await look();
      return peak;
    },
    [Symbol.dispose]: () => {
      isOver = true;
      signal.removeEventListener("abort", stop);
      cancelLook();
      cancelTime();
    },
  };
}
