import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Clock } from "#lib/time/clock";

/** Memory that the process holds, and how busy it is. */
export interface OwnMemory {
  residentBytes(): number;
  /** The share of time with work to do, since it was asked last. */
  busyShare(): number;
  /** Collects all garbage and gives the room back to the system. Nothing else runs meanwhile, for a tenth of a second or so. */
  collect(): void;
}

const lookEveryMs = 10_000;
/** Until what a start left behind is collected: it is there for sure. */
const firstLooksMs = 2_000;
/** Less is not worth a collection. */
const grownBytes = 32 * 1024 * 1024;
const calmShare = 0.05;

/**
 * Node collects garbage when it needs room, so that a hub which has become quiet after a burst would keep what the burst took, and one that
 * nobody calls what its start took. When nothing much happens for some seconds, this gives it back. Returns the way to stop.
 */
export function returnMemory(clock: Clock, memory: OwnMemory): () => void {
  let settledBytes = -Infinity;
  let cancel = (): void => {};
  const look = (): void => {
    if (memory.busyShare() < calmShare && memory.residentBytes() > settledBytes + grownBytes) {
      memory.collect();
      // What is in use now may be more than before: it is not looked for again.
      settledBytes = memory.residentBytes();
    }
    settledBytes = Math.min(settledBytes, memory.residentBytes());
    cancel = clock.after(settledBytes === -Infinity ? firstLooksMs : lookEveryMs, look);
  };
  cancel = clock.after(firstLooksMs, look);
  return () => cancel();
}

export function ownMemory(): OwnMemory {
  let before = performance.eventLoopUtilization();
  let collect: ((how: object) => void) | undefined;
  return {
    residentBytes: () => process.memoryUsage.rss(),
    busyShare: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    collect: () => {
      collect ??= collector();
      collect({ type: "major", execution: "sync", flavor: "last-resort" });
    },
  };
}

/** Without a flag on the command line: the program is started in several ways. */
function collector(): (how: object) => void {
  setFlagsFromString("--expose-gc");
  const found: unknown = runInNewContext("gc");
  if (typeof found !== "function") return () => {};
  return (how) => void Reflect.apply(found, undefined, [how]);
}
