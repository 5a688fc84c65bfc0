import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Less than this is not worth counting: most answers are smaller, and taken at once. */
const leastBytes = 16 * 1024;

/** How much of their answers each caller has not taken. */
export interface UnreadBytes {
  /** Counted until the answer is taken, or its connection ends. False when it is too small to count. */
  put(socket: Socket, outgoing: ServerResponse, holder: string, bytes: number): boolean;
  of(holder: string): number;
  /** What is counted of one answer. */
  ofAnswer(socket: Socket, outgoing: ServerResponse): number;
  total(): number;
}

interface Unread {
  readonly holder: string;
  readonly bytes: number;
}

export function createUnreadBytes(): UnreadBytes {
  /** A client can ask for several answers on one connection, of which only the first has reached it. */
  const connections = new Map<Socket, Map<ServerResponse, Unread>>();
  const followed = new WeakSet<ServerResponse>();
  const perHolder = new Map<string, number>();
  let total = 0;

  const add = (holder: string, bytes: number): void => {
    const sum = (perHolder.get(holder) ?? 0) + bytes;
    if (sum === 0) perHolder.delete(holder);
    else perHolder.set(holder, sum);
    total += bytes;
  };

  const remove = (socket: Socket, outgoing: ServerResponse): void => {
    const answers = connections.get(socket);
    const before = answers?.get(outgoing);
    if (before === undefined) return;
    answers?.delete(outgoing);
    add(before.holder, -before.bytes);
  };

  /** What still waits for its turn on a connection that ends is told nothing of it. */
  const removeAll = (socket: Socket): void => {
    for (const outgoing of connections.get(socket)?.keys() ?? []) remove(socket, outgoing);
    connections.delete(socket);
  };

  const answersOn = (socket: Socket): Map<ServerResponse, Unread> => {
    const known = connections.get(socket);
    if (known !== undefined) return known;
    const made = new Map<ServerResponse, Unread>();
    connections.set(socket, made);
    socket.once("close", () => removeAll(socket));
    return made;
  };

  return {
    put: (socket, outgoing, holder, bytes) => {
      remove(socket, outgoing);
      if (bytes < leastBytes || socket.destroyed) return false;
      const answers = answersOn(socket);
      answers.set(outgoing, { holder, bytes });
      add(holder, bytes);
      if (!followed.has(outgoing)) outgoing.once("close", () => remove(socket, outgoing));
      followed.add(outgoing);
      return true;
    },
    of: (holder) => perHolder.get(holder) ?? 0,
    ofAnswer: (socket, outgoing) => connections.get(socket)?.get(outgoing)?.bytes ?? 0,
    total: () => total,
  };
}
