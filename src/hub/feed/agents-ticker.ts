import type { Clock } from "#lib/time/clock";
import { givingWay } from "#lib/time/give-way";
import { send, type Subscriber } from "./subscriber.ts";

/** Agents that work change their activity with every call. */
const agentsAfterMs = 250;
/** No event says that an agent went silent or that the operator's file changed: clients are asked to look again at this interval. */
const agentsEveryMs = 15_000;

const toldPerTurn = 8;

export interface AgentsTicker {
  changed(): void;
  /** Repeats for as long as there are subscribers. */
  start(): void;
  /** Cancels what is scheduled. */
  stop(): void;
}

/** Tells subscribers to read the list of agents again, several changes at once. */
export function createAgentsTicker(clock: Pick<Clock, "after">, subscribers: ReadonlySet<Subscriber>): AgentsTicker {
  let cancelSend: (() => void) | undefined;
  let isTelling = false;
  /** Something changed while they were being told: they are told once more. */
  let isLate = false;
  let cancelTick: (() => void) | undefined;

  /** The list may be long and is written to everybody, so only a few get it in each turn of the event loop. */
  const tell = async (): Promise<void> => {
    // One object for all: they share what is read for it.
    const event = { kind: "agents" } as const;
    const giveWay = givingWay(toldPerTurn);
    for (const subscriber of subscribers) {
      send(subscriber, event);
      await giveWay();
    }
  };

  const changed = (): void => {
    if (subscribers.size === 0) return;
    if (isTelling) return void (isLate = true);
    cancelSend ??= clock.after(agentsAfterMs, () => {
      cancelSend = undefined;
      isTelling = true;
      void tell().then(() => {
        isTelling = false;
        if (!isLate) return;
        isLate = false;
        changed();
      });
    });
  };

  const start = (): void => {
    cancelTick ??= clock.after(agentsEveryMs, () => {
      cancelTick = undefined;
      if (subscribers.size === 0) return;
      changed();
      start();
    });
  };

  return {
    changed,
    start,
    stop: () => {
      cancelSend?.();
      cancelTick?.();
    },
  };
}
