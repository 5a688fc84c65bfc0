import { connect, type Socket } from "node:net";
import { RawClient, type Ask } from "./raw.ts";

/** Called with each piece that reaches a listener. */
export type Heard = (listener: number, piece: string) => void;

/** Asks again as soon as it is answered, from the place that the answer names. */
export async function waitForever(port: number, ask: (after: number) => Ask, heard: (body: string) => void): Promise<Disposable> {
  const client = await RawClient.open(port);
  let isOver = false;
  let after = 0;
  const run = async (): Promise<void> => {
    while (!isOver) {
      const body = await client.ask(ask(after));
      after = Number(/current_seq\\*":(\d+)/.exec(body)?.[1] ?? after);
      heard(body);
    }
  };
  run().catch((cause: unknown) => {
    if (!isOver) console.error("a waiter failed:", cause);
  });
  return {
    [Symbol.dispose]: () => {
      isOver = true;
      client[Symbol.dispose]();
    },
  };
}

/** Reads a stream of events. Resolves when its first bytes are there. */
export async function readForever(port: number, path: string, token: string | undefined, heard: (piece: string) => void): Promise<Disposable> {
  const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const auth = token === undefined ? "" : `Authorization: Bearer ${token}\r\n`;
  socket.on("error", () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${auth}Accept: text/event-stream\r\n\r\n`);
  await new Promise<void>((resolve, reject) => {
    socket.once("data", (first: Buffer) => {
      if (first.toString("latin1", 0, 12) === "HTTP/1.1 200") resolve();
      else reject(new Error(first.toString("latin1", 0, 300)));
    });
    socket.once("close", () => reject(new Error("the stream was closed")));
  });
  socket.on("data", (chunk: Buffer) => heard(chunk.toString("latin1")));
  return { [Symbol.dispose]: () => void socket.destroy() };
}
