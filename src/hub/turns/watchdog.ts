import type { TurnId } from "#domain/ids";
import type { Clock } from "#lib/time/clock";

/** Counts from a turn's last sign of life and stands still while a person is asked. */
export interface TurnWatch extends Disposable {
  start(turn: TurnId, timeoutMs: number): void;
  /** Output, a hook, a step: the agent is alive. */
  sign(turn: TurnId): void;
  pause(turn: TurnId): void;
  resume(turn: TurnId): void;
  end(turn: TurnId): void;
}

interface Watched {
  readonly timeoutMs: number;
  lastAt: number;
  paused: boolean;
  cancel: (() => void) | undefined;
}

export function createWatch(clock: Clock, overdue: (turn: TurnId) => void): TurnWatch {
  const turns = new Map<TurnId, Watched>();

  // A busy stream gives a sign per chunk: the timer is not set anew for each, it looks when it fires.
  const arm = (turn: TurnId, watched: Watched): void => {
    watched.cancel?.();
    watched.cancel = clock.after(Math.max(0, watched.lastAt + watched.timeoutMs - clock.monotonic()), () => {
      watched.cancel = undefined;
      if (watched.paused) return;
      if (clock.monotonic() - watched.lastAt >= watched.timeoutMs) overdue(turn);
      else arm(turn, watched);
    });
  };

  const end = (turn: TurnId): void => {
    turns.get(turn)?.cancel?.();
    turns.delete(turn);
  };

  return {
    start: (turn, timeoutMs) => {
      end(turn);
      const watched: Watched = { timeoutMs, lastAt: clock.monotonic(), paused: false, cancel: undefined };
      turns.set(turn, watched);
      arm(turn, watched);
    },
    sign: (turn) => {
      const watched = turns.get(turn);
      if (watched === undefined) return;
      watched.lastAt = clock.monotonic();
      if (watched.cancel === undefined && !watched.paused) arm(turn, watched);
    },
    pause: (turn) => {
      const watched = turns.get(turn);
      if (watched !== undefined) watched.paused = true;
    },
    resume: (turn) => {
      const watched = turns.get(turn);
      if (watched === undefined) return;
      watched.paused = false;
      watched.lastAt = clock.monotonic();
      arm(turn, watched);
    },
    end,
    [Symbol.dispose]: () => {
      for (const turn of turns.keys()) end(turn);
    },
  };
}
