import type { TurnId } from "#domain/ids";
import type { Clock } from "#lib/clock";

/** Counts from a turn's last sign of life and stands still while a person is asked. */
export interface Watch extends Disposable {
  start(turn: TurnId): void;
  /** Output, a hook, a step: the agent is alive. */
  sign(turn: TurnId): void;
  pause(turn: TurnId): void;
  resume(turn: TurnId): void;
  end(turn: TurnId): void;
}

interface Watched {
  lastAt: number;
  paused: boolean;
  cancel: (() => void) | undefined;
}

export function createWatch(clock: Clock, timeoutMs: number, overdue: (turn: TurnId) => void): Watch {
  const turns = new Map<TurnId, Watched>();

  // A busy stream gives a sign per chunk: the timer is not set anew for each, it looks when it fires.
  const arm = (turn: TurnId, watched: Watched): void => {
    watched.cancel?.();
    watched.cancel = clock.after(Math.max(0, watched.lastAt + timeoutMs - clock.now()), () => {
      watched.cancel = undefined;
      if (watched.paused) return;
      if (clock.now() - watched.lastAt >= timeoutMs) overdue(turn);
      else arm(turn, watched);
    });
  };

  const end = (turn: TurnId): void => {
    turns.get(turn)?.cancel?.();
    turns.delete(turn);
  };

  return {
    start: (turn) => {
      end(turn);
      const watched: Watched = { lastAt: clock.now(), paused: false, cancel: undefined };
      turns.set(turn, watched);
      arm(turn, watched);
    },
    sign: (turn) => {
      const watched = turns.get(turn);
      if (watched === undefined) return;
      watched.lastAt = clock.now();
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
      watched.lastAt = clock.now();
      arm(turn, watched);
    },
    end,
    [Symbol.dispose]: () => {
      for (const turn of turns.keys()) end(turn);
    },
  };
}
