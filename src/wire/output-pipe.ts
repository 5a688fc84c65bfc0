import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { TailBytes } from "#lib/text/tail-bytes";

/** The hub's end of a process's named pipe. Always reads, and keeps the latest output. */
export interface OutputPipe extends Disposable {
  text(): string;
  /** Resolves when the other end is closed. */
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

/** Opened for reading and writing, so that the process never writes into a broken pipe, even while no hub is running. */
export function openPipeEnd(path: string): { readonly fd: number } & Disposable {
  const fd = openSync(path, constants.O_RDWR);
  return { fd, [Symbol.dispose]: () => closeSync(fd) };
}
