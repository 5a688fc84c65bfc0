import { connect, type Socket } from "node:net";

export interface Target {
  readonly port: number;
  readonly path: string;
  readonly token?: string;
}

export interface Block {
  /** Requests a second over the whole block. */
  readonly rate: number;
  /** Milliseconds, sorted. */
  readonly times: readonly number[];
}

/** The same raw-socket client for everything that is compared: keep-alive, one request at a time per connection. */
export function drive(target: Target, clients: number, requests: number): Promise<Block> {
  return driveEach(
    Array.from({ length: clients }, () => target),
    requests,
  );
}

/** One client for each target. */
export async function driveEach(targets: readonly Target[], requests: number): Promise<Block> {
  const seats = await Promise.all(targets.map(async (target) => ({ target, socket: await open(target.port) })));
  const times: number[] = [];
  let left = requests;
  const began = performance.now();
  await Promise.all(
    seats.map(async ({ socket, target }) => {
      while (left > 0) {
        left -= 1;
        times.push(await ask(socket, target, `line ${left} of a block, about as long as people write`));
      }
    }),
  );
  const took = performance.now() - began;
  for (const { socket } of seats) socket.destroy();
  return { rate: (requests / took) * 1000, times: times.toSorted((a, b) => a - b) };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.once("connect", () => resolve(socket));
    socket.once("error", reject);
  });
}

function ask(socket: Socket, { port, path, token }: Target, content: string): Promise<number> {
  const body = JSON.stringify({ content });
  const auth = token === undefined ? "" : `Authorization: Bearer ${token}\r\n`;
  const began = performance.now();
  return new Promise((resolve, reject) => {
    let got = "";
    const onData = (chunk: Buffer): void => {
      got += chunk.toString("latin1");
      const head = got.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = /content-length: (\d+)/i.exec(got)?.[1];
      if (length === undefined || got.length < head + 4 + Number(length)) return;
      socket.off("data", onData);
      if (got.startsWith("HTTP/1.1 201")) resolve(performance.now() - began);
      else reject(new Error(got.slice(0, 300)));
    };
    socket.on("data", onData);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${auth}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}
