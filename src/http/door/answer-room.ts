import type { ServerResponse } from "node:http";
import type { ParleyError } from "#domain/errors";

/** Whether one more answer fits beside what its caller has not read yet. Asked when the answer is there: many requests at once all pass the door. */
export interface AnswerRoom {
  /** Nothing more should be made for this caller. */
  isFull(): boolean;
  /** Counts what has been made of the answer so far. */
  hold(bytes: number): void;
  /** Counts the whole answer, or says why a short refusal is sent in its place. */
  refuses(bytes: number): ParleyError | undefined;
}

const rooms = new WeakMap<ServerResponse, AnswerRoom>();

const endless: AnswerRoom = { isFull: () => false, hold: () => {}, refuses: () => undefined };

export function setRoom(outgoing: ServerResponse, room: AnswerRoom): void {
  rooms.set(outgoing, room);
}

export function roomFor(outgoing: ServerResponse): AnswerRoom {
  return rooms.get(outgoing) ?? endless;
}
