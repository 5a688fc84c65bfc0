/**
 * What goes wrong with a call. `…-before` leaves it undone, `…-after` does it; the client hears nothing. A cut hits every connection,
 * the gateway's too, as when the network goes away; a drop only the call's own; a hang leaves the socket open. `garbage` does it,
 * answers with bytes that are no JSON, and cuts the rest. `format` hits text with marks alone.
 */
export type FaultKind =
  | "limit"
  | "limit everywhere"
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
  /** Names of routes. */
  readonly on: readonly string[];
  readonly kind: FaultKind;
  /** How many calls it hits; 1 unless told. */
  readonly times?: number;
  readonly retryAfter?: number;
  readonly channel?: string;
}

export class Faults {
  #waiting: { readonly fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ fault, left: fault.times ?? 1 });
  }

  take(route: string, path: string, body: Readonly<Record<string, unknown>>): Fault | undefined {
    const hit = this.#waiting.find(
      ({ fault: { on, kind, channel } }) =>
        on.includes(route) && (channel === undefined || path.includes(`/channels/${channel}/`)) && (kind !== "format" || /\*\*/.test(String(body["content"]))),
    );
    if (hit === undefined) return undefined;
    hit.left -= 1;
    if (hit.left <= 0) this.#waiting = this.#waiting.filter((one) => one !== hit);
    return hit.fault;
  }
}
