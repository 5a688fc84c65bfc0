import type { Method } from "./protocol.ts";

/**
 * What goes wrong with a call. `…-before` leaves it undone, `…-after` does it; in both cases the client hears nothing, so
 * that it cannot know. `garbage` does it and answers with bytes that are no frame.
 */
export type FaultKind = "limit" | "refuse" | "busy" | "cut-before" | "cut-after" | "hang-before" | "hang-after" | "garbage";

export interface Fault {
  readonly on: Method;
  readonly kind: FaultKind;
  /** How many calls it hits; 1 unless told. */
  readonly times?: number;
  /** For `limit`: what the client is told to wait. */
  readonly retryAfterMs?: number;
  /** Only calls to this room. */
  readonly room?: string;
}

export interface Faults {
  add(fault: Fault): void;
  /** The fault that hits this call, used up by one; undefined when all is well. */
  take(method: Method, room: string | undefined): Fault | undefined;
  clear(): void;
}

export function faults(): Faults {
  let waiting: { fault: Fault; left: number }[] = [];
  return {
    add: (fault) => {
      waiting.push({ fault, left: fault.times ?? 1 });
    },
    take: (method, room) => {
      const hit = waiting.find(({ fault }) => fault.on === method && (fault.room === undefined || fault.room === room));
      if (hit === undefined) return undefined;
      hit.left -= 1;
      if (hit.left <= 0) waiting = waiting.filter((w) => w !== hit);
      return hit.fault;
    },
    clear: () => {
      waiting = [];
    },
  };
}
