import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
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

/** Most answers are small and nobody asks for their room, so that a connection only says how one is made. */
const makers = new WeakMap<Socket, (outgoing: ServerResponse) => AnswerRoom>();

export function setRoom(outgoing: ServerResponse, room: AnswerRoom): void {
  rooms.set(outgoing, room);
}

/** For every answer on this connection. */
export function setRooms(socket: Socket, make: (outgoing: ServerResponse) => AnswerRoom): void {
  makers.set(socket, make);
}

export function roomFor(outgoing: ServerResponse): AnswerRoom {
  const known = rooms.get(outgoing);
  if (known !== undefined) return known;
  const room = makers.get(outgoing.req.socket)?.(outgoing) ?? endless;
  rooms.set(outgoing, room);
  return room;
}
