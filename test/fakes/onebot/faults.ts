/**
 * What goes wrong with a call. `…-before` leaves it undone, `…-after` does it; the client hears nothing. A cut ends the connection, a
 * hang leaves it open. `garbage` does it and sends bytes that are no JSON. `confirm-late` does it and answers that QQ did not confirm in time.
 */
export type FaultKind = "refuse" | "cut-before" | "cut-after" | "hang-before" | "hang-after" | "garbage" | "confirm-late";

export interface Fault {
  readonly on: readonly string[];
  readonly kind: FaultKind;
  /** How many calls it hits; 1 unless told. */
  readonly times?: number;
  /** How many calls pass before it. */
  readonly after?: number;
}

export class Faults {
  #waiting: { readonly fault: Fault; left: number; passing: number }[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ fault, left: fault.times ?? 1, passing: fault.after ?? 0 });
  }

  take(action: string): FaultKind | undefined {
    const aimed = this.#waiting.filter(({ fault }) => fault.on.includes(action));
    const hit = aimed.find(({ passing }) => passing === 0);
    for (const one of aimed) if (one.passing > 0) one.passing -= 1;
    if (hit === undefined) return undefined;
    hit.left -= 1;
    if (hit.left <= 0) this.#waiting = this.#waiting.filter((one) => one !== hit);
    return hit.fault.kind;
  }
}
