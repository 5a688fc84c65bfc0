/**
 * What goes wrong with a call. `…-before` leaves it undone, `…-after` does it; the client hears nothing. A cut hits every connection,
 * as when the network goes away, a drop only the call's own; a hang leaves the socket open. `garbage` does it, answers with bytes that are no JSON, and cuts the rest.
 * `format` hits text with markup alone.
 */
export type FaultKind =
  | "limit"
  | "format"
  | "refuse"
  | "busy"
  | "cut-before"
  | "cut-after"
  | "drop-before"
  | "drop-after"
  | "hang-before"
  | "hang-after"
  | "garbage"
  | "unauthorized";

export interface Fault {
  readonly on: readonly string[];
  readonly kind: FaultKind;
  /** How many calls it hits; 1 unless told. */
  readonly times?: number;
  readonly retryAfter?: number;
  /** Only calls to this chat. */
  readonly chat?: string;
}

export class Faults {
  #waiting: { readonly fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ fault, left: fault.times ?? 1 });
  }

  take(method: string, payload: Readonly<Record<string, unknown>>): Fault | undefined {
    const hit = this.#waiting.find(
      ({ fault: { on, kind, chat } }) =>
        on.includes(method) && (chat === undefined || String(payload["chat_id"]) === chat) && (kind !== "format" || payload["parse_mode"] !== undefined),
    );
    if (hit === undefined) return undefined;
    hit.left -= 1;
    if (hit.left <= 0) this.#waiting = this.#waiting.filter((one) => one !== hit);
    return hit.fault;
  }
}
