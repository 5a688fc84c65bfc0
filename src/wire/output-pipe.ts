import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { TailBytes } from "#lib/tail-bytes";

/** The hub's end of a process's named pipe. Reads always, keeps the newest. */
export interface OutputPipe extends Disposable {
  text(): string;
  /** Resolves when nobody holds the other end any more. */
  readonly closed: Promise<void>;
}

export function readPipe(path: string, limit: number): OutputPipe {
  const tail = new TailBytes(limit);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const socket = new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false });
  socket.on("data", (chunk: Buffer) => tail.push(chunk));
  socket.on("error", () => socket.destroy());
  socket.once("close", () => resolve());
  socket.unref();
  return { text: () => tail.text(), closed, [Symbol.dispose]: () => void socket.destroy() };
}

/** An end to write to that is an end to read too: whoever holds it never writes into a broken pipe, also while no hub runs. */
export function holdPipe(path: string): { readonly fd: number } & Disposable {
  const fd = openSync(path, constants.O_RDWR);
  return { fd, [Symbol.dispose]: () => closeSync(fd) };
}
