import { once } from "node:events";
import { createServer, request, type ClientRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fakeClock, type FakeClock } from "#test/fakes/clock";
import { createBodyTimeout, type BodyTimeout } from "./body-timeout.ts";

let clock: FakeClock;
let server: Server;
let bodyTimeout: BodyTimeout;
beforeEach(async () => {
  clock = fakeClock();
  bodyTimeout = createBodyTimeout(1_000, clock);
  server = createServer((incoming, outgoing) => {
    bodyTimeout.watch(incoming);
    incoming.once("end", () => outgoing.end("whole"));
    incoming.on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A request of which one byte has arrived. */
async function half(): Promise<{ outgoing: ClientRequest; incoming: IncomingMessage; more: () => Promise<void>; answered: Promise<number> }> {
  const { port } = server.address() as AddressInfo;
  const outgoing = request({ port, host: "127.0.0.1", method: "POST", headers: { "Content-Length": 5 } });
  const answered = new Promise<number>((resolve) => {
    outgoing.once("response", (response) => resolve(response.resume().statusCode ?? 0));
    outgoing.once("error", () => resolve(0));
  });
  const came = once(server, "request") as Promise<[IncomingMessage]>;
  outgoing.write("x");
  const [incoming] = await came;
  await once(incoming, "data");
  const more = async (): Promise<void> => {
    const next = once(incoming, "data");
    outgoing.write("x");
    await next;
  };
  return { outgoing, incoming, more, answered };
}

describe("a body that comes slowly", () => {
  it("is cut with a word when it is not whole in time, however it moves", async () => {
    const { more, answered } = await half();
    await clock.advance(900);
    await more();
    await clock.advance(100);
    expect(await answered).toBe(408);
  });

  it("may take its time where that is allowed, as long as it moves", async () => {
    const { incoming, more, answered } = await half();
    bodyTimeout.whileItMoves(incoming);
    for (let piece = 0; piece < 4; piece += 1) {
      await clock.advance(900);
      await more();
      await clock.advance(100);
    }
    expect(await answered).toBe(200);
  });

  it("is cut there too when nothing comes any more", async () => {
    const { incoming, more, answered } = await half();
    bodyTimeout.whileItMoves(incoming);
    await clock.advance(900);
    await more();
    await clock.advance(1_100);
    expect(await answered).toBe(408);
  });

  it("that is whole leaves no timer behind", async () => {
    const { outgoing, more, answered } = await half();
    for (let piece = 0; piece < 4; piece += 1) await more();
    outgoing.end();
    expect(await answered).toBe(200);
    await expect.poll(() => clock.pending).toBe(0);
  });
});
