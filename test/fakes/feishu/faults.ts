import { Refusal } from "./state.ts";

/**
 * What goes wrong with a call. `…-before` leaves it undone, `…-after` does it; the client hears nothing. A cut hits every connection,
 * as when the network goes away, a drop only the call's own; a hang leaves the socket open. `garbage` does it, answers with bytes that
 * are no JSON, and cuts the rest. `format` hits cards alone.
 */
export type FaultKind =
  | "limit"
  | "limit everywhere"
  | "too many"
  | "format"
  | "refuse"
  | "busy"
  | "token"
  | "no permission"
  | "cut-before"
  | "cut-after"
  | "drop-before"
  | "drop-after"
  | "hang-before"
  | "hang-after"
  | "garbage";

export interface Fault {
  /** Names of calls: `send`, `edit`, `type`, `upload` … */
  readonly on: readonly string[];
  readonly kind: FaultKind;
  /** How many calls it hits; 1 unless told. */
  readonly times?: number;
  readonly resetSeconds?: number;
}

export class Faults {
  #waiting: { readonly fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ fault, left: fault.times ?? 1 });
  }

  take(name: string, body: Readonly<Record<string, unknown>>): Fault | undefined {
    const hit = this.#waiting.find(({ fault: { on, kind } }) => on.includes(name) && (kind !== "format" || body["msg_type"] === "interactive"));
    if (hit === undefined) return undefined;
    hit.left -= 1;
    if (hit.left <= 0) this.#waiting = this.#waiting.filter((one) => one !== hit);
    return hit.fault;
  }
}

/** The refusal that a fault makes of a call; undefined for faults that make none. */
export function refusalOf(fault: Fault | undefined): Refusal | undefined {
  const resetSeconds = fault?.resetSeconds ?? 1;
  switch (fault?.kind) {
    case "limit":
      return new Refusal(230020, "This operation triggers the frequency limit.", { resetSeconds });
    case "limit everywhere":
      return new Refusal(99991400, "request trigger frequency limit", { resetSeconds });
    case "too many":
      return new Refusal(99991400, "request trigger frequency limit", { status: 429, resetSeconds });
    case "format":
      return new Refusal(230099, "Failed to create card content, ext=ErrCode: 11310; ErrMsg: parse card json err");
    case "refuse":
      return new Refusal(230002, "Bot can NOT be out of the chat.");
    case "busy":
      return new Refusal(2200, "Internal Error", { status: 502 });
    case "token":
      return new Refusal(99991663, "Invalid access token for authorization. Please make a request with token attached.", { status: 401 });
    case "no permission":
      return new Refusal(99991672, "Access denied. One of the following scopes is required");
    default:
      return undefined;
  }
}
