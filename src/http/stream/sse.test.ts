import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { openSse, type Sse } from "./sse.ts";

interface OpenedStream extends AsyncDisposable {
  readonly sse: Sse;
  readonly client: IncomingMessage;
  readonly happened: string[];
}

/** A stream over a real connection; its client reads only when told to. */
async function openLine(clock = fakeClock()): Promise<OpenedStream> {
  const happened: string[] = [];
  const opened = Promise.withResolvers<Sse>();
  const server = createServer((_incoming: IncomingMessage, outgoing: ServerResponse) => {
    const note = (what: string) => () => void happened.push(what);
    opened.resolve(openSse(outgoing, { clock, mostBytes: 1_000, onCut: note("cut"), onCaughtUp: note("caught up"), onClose: note("closed") }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const outgoing = request({ host: "127.0.0.1", port: (server.address() as AddressInfo).port, agent: false });
  outgoing.end();
  const client = await new Promise<IncomingMessage>((resolve) => outgoing.once("response", resolve));
  client.on("error", () => {});
  const close = async (): Promise<void> => {
    client.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { sse: await opened.promise, client, happened, [Symbol.asyncDispose]: close };
}

/** More than any socket buffer holds. */
const flood = "x".repeat(30_000_000);

describe("an event stream", () => {
  it("takes one large piece, and cuts a reader that has not taken it when the next one comes", async () => {
    await using line = await openLine();
    line.sse.write(flood);
    expect([line.sse.isOpen, line.sse.isBehind]).toEqual([true, true]);
    line.sse.write("more");
    expect([line.sse.isOpen, line.happened]).toEqual([false, ["cut", "closed"]]);
  });

  it("waits for a reader that is behind, and goes on when it has caught up", async () => {
    await using line = await openLine();
    line.sse.write(flood);
    line.client.resume();
    await line.sse.drained();
    expect([line.sse.isBehind, line.happened]).toEqual([false, ["caught up"]]);
    line.sse.write("more");
    expect(line.sse.isOpen).toBe(true);
  });

  it("cuts a reader that is behind for a minute on end, and gives it no signs of life meanwhile", async () => {
    const clock = fakeClock();
    await using line = await openLine(clock);
    line.sse.write(flood);
    await clock.advance(59_000);
    expect(line.happened).toEqual([]);
    await clock.advance(1_000);
    expect([line.sse.isOpen, line.happened, clock.pending]).toEqual([false, ["cut", "closed"], 0]);
  });

  it("tells that it is over once, whoever ended it", async () => {
    await using line = await openLine();
    line.sse.end();
    line.sse.end();
    line.client.resume();
    await new Promise((resolve) => line.client.once("close", resolve));
    expect(line.happened).toEqual(["closed"]);
  });
});
