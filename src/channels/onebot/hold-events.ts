import type { Clock } from "#lib/time/clock";
import type { Frame } from "./call-socket.ts";

/**
 * Keeps events back while what was said before them is looked up, so that each room is heard in order. Also over a connection that
 * breaks meanwhile, but never for longer than `mostMs`.
 */
export interface HeldEvents {
  take(frame: Frame): void;
  begin(): void;
  end(): void;
}

export function holdEvents(take: (frame: Frame) => void, clock: Clock, mostMs: number): HeldEvents {
  let held: Frame[] | undefined;
  let cancel: (() => void) | undefined;
  const end = (): void => {
    cancel?.();
    const frames = held ?? [];
    held = undefined;
    for (const frame of frames) take(frame);
  };
  return {
    take: (frame) => (held === undefined ? take(frame) : void held.push(frame)),
    begin: () => {
      if (held !== undefined) return;
      held = [];
      cancel = clock.after(mostMs, end);
    },
    end,
  };
}
