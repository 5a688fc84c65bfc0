import type { CallWire, Method, ReplyWire } from "./protocol.ts";

/**
 * What goes wrong with a call. `…-before` leaves it undone, `…-after` does it; in both cases the client hears nothing, so
 * that it cannot know. `garbage` does it and answers with bytes that are no frame. `limit` holds for the room, `limit-all` for
 * every call. `format` hits text that is not plain.
 */
export type FaultKind = "limit" | "limit-all" | "format" | "refuse" | "busy" | "cut-before" | "cut-after" | "hang-before" | "hang-after" | "garbage";

export interface Fault {
  readonly on: Method;
  readonly kind: FaultKind;
  /** How many calls it hits; 1 unless told. */
  readonly times?: number;
  /** For the limits: how long the client is told to wait. */
  readonly retryAfterMs?: number;
  /** Only calls to this room. */
  readonly room?: string;
}

export interface Faults {
  add(fault: Fault): void;
  /** The fault that hits this call, used up by one; undefined when all is well. */
  take(call: CallWire, room: string | undefined): Fault | undefined;
  clear(): void;
}

export function faults(): Faults {
  let waiting: { fault: Fault; left: number }[] = [];
  return {
    add: (fault) => {
      waiting.push({ fault, left: fault.times ?? 1 });
    },
    take: (call, room) => {
      const isRich = "text" in call && call.plain !== true;
      const hit = waiting.find(
        ({ fault }) => fault.on === call.method && (fault.room === undefined || fault.room === room) && (fault.kind !== "format" || isRich),
      );
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

/** The answer to a call that such a fault leaves undone; undefined for faults that give none. */
export function refusedBy(fault: Fault | undefined): ReplyWire | undefined {
  switch (fault?.kind) {
    case "limit":
    case "limit-all": {
      const everywhere = fault.kind === "limit-all";
      return { ok: false, code: 429, reason: "Too many calls.", retry_after: (fault.retryAfterMs ?? 1000) / 1000, everywhere };
    }
    case "format":
      return { ok: false, code: 422, reason: "The markup cannot be read." };
    case "refuse":
      return { ok: false, code: 403, reason: "The room is gone." };
    case "busy":
      return { ok: false, code: 503, reason: "The chat is busy and did nothing." };
    default:
      return undefined;
  }
}
