import type { EventWire } from "./protocol.ts";

export interface Release {
  /** How often each held event is sent; 1 unless told. */
  readonly copies?: number;
  /** Rooms in reverse order; within a room the order stays. */
  readonly reverseRooms?: boolean;
}

/** Events that the client has not acknowledged. Ids rise by one; each is sent again until its ack comes. */
export class EventQueue {
  #lastId = 0;
  #held: EventWire[] | undefined;
  readonly #unacked = new Map<number, { readonly event: EventWire; sentAt: number }>();
  readonly #send: (event: EventWire) => void;

  constructor(send: (event: EventWire) => void) {
    this.#send = send;
  }

  add(event: Omit<EventWire, "id">): EventWire {
    this.#lastId += 1;
    const numbered = { id: this.#lastId, ...event };
    this.#unacked.set(numbered.id, { event: numbered, sentAt: 0 });
    if (this.#held === undefined) this.#sendOne(numbered);
    else this.#held.push(numbered);
    return numbered;
  }

  /** False for an event that is not waiting any more: acknowledging twice is harmless. */
  ack(id: number): boolean {
    return this.#unacked.delete(id);
  }

  unacked(): readonly EventWire[] {
    return [...this.#unacked.values()].map(({ event }) => event);
  }

  /** Sends everything that was last sent before `before` and is not held. */
  redeliver(before = Infinity): void {
    for (const { event, sentAt } of this.#unacked.values()) {
      if (sentAt < before && this.#held?.includes(event) !== true) this.#sendOne(event);
    }
  }

  hold(): void {
    this.#held ??= [];
  }

  release({ copies = 1, reverseRooms = false }: Release = {}): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    const byRoom = Map.groupBy(held, (event) => event.room.id);
    const rooms = [...byRoom.values()];
    const ordered = reverseRooms ? rooms.toReversed().flat() : held;
    for (let copy = 0; copy < copies; copy++) for (const event of ordered) this.#sendOne(event);
  }

  #sendOne(event: EventWire): void {
    const waiting = this.#unacked.get(event.id);
    if (waiting !== undefined) waiting.sentAt = Date.now();
    this.#send(event);
  }
}
