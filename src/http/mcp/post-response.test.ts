import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { setRoom } from "#http/door/answer-room";
import { encodeAnswer, openExchange } from "./post-response.ts";

const large = "x".repeat(100_000);
const answers = [1, "two"].map((id) => encodeAnswer({ jsonrpc: "2.0", id, result: { large } }));

/** What a client gets when there is no room for its answer. */
async function answered(accept: string): Promise<string> {
  const answer = (outgoing: ServerResponse): void => {
    setRoom(outgoing, { isFull: () => true, hold: () => {}, refuses: () => new ParleyError("AnswerNotSent", "Read first.") });
    openExchange(outgoing, accept).finish(answers, true);
  };
  await using server = createServer((_incoming, outgoing) => answer(outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = z.object({ port: z.number() }).parse(server.address());
  const response = await fetch(`http://127.0.0.1:${address.port}/`, { headers: { accept } });
  return await response.text();
}

const refusals = [1, "two"].map((id) => ({ jsonrpc: "2.0", id, error: { code: -32000, message: "Read first.", data: { error: "AnswerNotSent" } } }));

describe("an answer for which there is no room", () => {
  it("is replaced by an error for each request of the batch", async () => {
    expect(JSON.parse(await answered("application/json"))).toEqual(refusals);
  });

  it("is replaced in a stream too", async () => {
    const frames = (await answered("text/event-stream")).split("\n").filter((line) => line.startsWith("data: "));
    expect(frames.map((line): unknown => JSON.parse(line.slice("data: ".length)))).toEqual(refusals);
  });
});
