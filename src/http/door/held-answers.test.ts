import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { ParleyError } from "#domain/errors";
import type { AgentId, ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { usualBounds } from "#http/deps";
import type { Clock } from "#lib/time/clock";
import { fakeClock } from "#test/fakes/clock";
import { putLines, putThread } from "#test/fakes/door/furnish";
import { openDoor, type Holder, type OpenDoor } from "#test/fakes/door/open-door";
import { roomFor, type AnswerRoom } from "./answer-room.ts";
import { createHeldAnswers, type HeldBounds } from "./held-answers.ts";

const megabyte = 1024 * 1024;

async function largeThread(door: OpenDoor): Promise<ThreadId> {
  const id = await putThread(door, "open");
  const lines = Array.from({ length: 5 }, () => "x".repeat(200_000));
  await putLines(door, id, lines);
  return id;
}

const pageRequest = (door: OpenDoor, thread: ThreadId, authorization: string): string =>
  `GET /api/threads/${thread}/messages HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\nAuthorization: ${authorization}\r\n\r\n`;

/** Clients that each ask for the same large answer again and again, and read nothing. */
function neverRead(door: OpenDoor, by: Holder, thread: ThreadId, requestOf = (_client: number) => pageRequest(door, thread, `Bearer ${by.token}`)): Disposable {
  const sockets = Array.from({ length: 8 }, (_, client) => {
    const socket = connect(door.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.pause();
    socket.write(requestOf(client).repeat(10));
    return socket;
  });
  return { [Symbol.dispose]: () => sockets.forEach((socket) => socket.destroy()) };
}

const listing = (thread: ThreadId): object => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "msg_list", arguments: { thread_id: thread, after_seq: -1, limit: 1000, return_format: "json" } },
});

const answerBytes = 32 * megabyte;

/** One large answer to somebody without a token, of which nothing is read unless the test does. */
async function unreadAnswer(bounds: HeldBounds, clock: Clock): Promise<AsyncDisposable & { readonly client: Socket; readonly serving: Socket }> {
  await using up = new AsyncDisposableStack();
  const held = createHeldAnswers({ language: "en", log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} } }, bounds, clock);
  const answered = Promise.withResolvers<Socket>();
  const server = up.use(
    createServer((incoming, outgoing) => {
      void held.begin(incoming, outgoing);
      outgoing.end(Buffer.alloc(answerBytes));
      held.answered(incoming, outgoing);
      answered.resolve(incoming.socket);
    }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const client = up.adopt(connect(address.port, "127.0.0.1"), (socket) => void socket.destroy());
  client.on("error", () => {});
  client.write("GET / HTTP/1.1\r\nHost: here\r\n\r\n");
  const serving = await answered.promise;
  const made = up.move();
  return { client, serving, [Symbol.asyncDispose]: () => made.disposeAsync() };
}

/** Asks until the answer has that status. */
async function untilStatus(door: OpenDoor, by: Holder, status: number): ReturnType<OpenDoor["call"]> {
  for (;;) {
    const got = await door.call("GET", "/api/me", { token: by.token });
    if (got.status === status) return got;
  }
}

/** Requests of one agent that have all passed the door and have not been answered yet. */
async function admitted(methods: readonly string[]): Promise<AsyncDisposable & { readonly rooms: readonly AnswerRoom[] }> {
  await using up = new AsyncDisposableStack();
  const agent: Actor = { kind: "agent", id: "agt_1" as AgentId, name: "bee", may: [] };
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const held = createHeldAnswers({ language: "en", log }, { ...usualBounds, tokenBytes: 20_000 }, fakeClock());
  const auth = held.guard({
    actor: async () => agent,
    caller: async () => ({ actor: agent, token: "", inQuery: false }),
    identify: async () => agent,
    turnAway: async (_incoming, code, sentence) => new ParleyError(code, sentence),
  });
  const rooms: AnswerRoom[] = [];
  const all = Promise.withResolvers<void>();
  const server = up.use(
    createServer((incoming, outgoing) => {
      void held.begin(incoming, outgoing);
      void Promise.resolve(auth.actor(incoming)).then(() => {
        rooms.push(roomFor(outgoing));
        if (rooms.length === methods.length) all.resolve();
      });
    }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  for (const method of methods) {
    const client = up.adopt(connect(address.port, "127.0.0.1"), (socket) => void socket.destroy());
    client.on("error", () => {});
    client.write(`${method} / HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\n\r\n`);
  }
  await all.promise;
  const made = up.move();
  return { rooms, [Symbol.asyncDispose]: () => made.disposeAsync() };
}

describe("answers that nobody reads", () => {
  it("are replaced by a short one that says the work is done, for what is not a GET", async () => {
    await using asked = await admitted(["POST", "POST", "POST"]);
    const [first, second, third] = asked.rooms;
    expect(first?.refuses(30_000)).toBeUndefined();
    // Past the bound, but not far: the work is done, so its answer is still sent.
    expect(second?.refuses(30_000)).toBeUndefined();
    expect(third?.refuses(30_000)?.code).toBe("AnswerNotSent");
  });

  it("end with 503 for whoever leaves them, and for nobody else, until they are gone", async () => {
    await using door = await openDoor({ bounds: { tokenBytes: 2 * megabyte } });
    const id = await largeThread(door);
    using clients = neverRead(door, door.member, id);
    const busy = await untilStatus(door, door.member, 503);
    expect(busy).toMatchObject({ json: { error: "Busy" }, headers: { "retry-after": "1" } });
    const mcp = { token: door.member.token, body: { jsonrpc: "2.0", id: 1, method: "tools/list" }, headers: { "Content-Type": "application/json" } };
    expect((await door.call("POST", "/mcp", mcp)).status).toBe(503);
    expect((await door.call("GET", "/api/me", { token: door.owner.token })).status).toBe(200);
    expect((await door.call("GET", "/health")).status).toBe(200);
    clients[Symbol.dispose]();
    expect((await untilStatus(door, door.member, 200)).status).toBe(200);
  });

  it("end for agents before they end for people", async () => {
    await using door = await openDoor({ bounds: { tokenBytes: 7 * megabyte, totalBytes: 12 * megabyte } });
    const id = await largeThread(door);
    using _clients = neverRead(door, door.member, id);
    expect((await untilStatus(door, door.agent, 503)).json).toMatchObject({ error: "Busy" });
    expect((await door.call("GET", "/api/me", { token: door.owner.token })).status).toBe(200);
  });

  it("end the connection when nothing of them is taken for too long", async () => {
    await using door = await openDoor({ bounds: { tokenBytes: 2 * megabyte, writeMs: 500 } });
    const id = await largeThread(door);
    using _clients = neverRead(door, door.member, id);
    await untilStatus(door, door.member, 503);
    // The client holds on to its connection; the door does not.
    expect((await untilStatus(door, door.member, 200)).status).toBe(200);
    expect(door.errors).toEqual([]);
  });

  it("count for the same caller however the token is spelled", async () => {
    await using door = await openDoor({ bounds: { tokenBytes: 2 * megabyte, totalBytes: 400 * megabyte } });
    const id = await largeThread(door);
    const schemes = ["bearer", "BEARER", "bEarer", "beArer", "beaRer", "bearEr", "beareR", "BEarer"];
    using _clients = neverRead(door, door.member, id, (client) => pageRequest(door, id, `${schemes[client]} ${door.member.token}`));
    expect((await untilStatus(door, door.member, 503)).json).toMatchObject({ error: "Busy", retry_after: 1 });
  });

  it("count for the same agent whatever stands beside the token in the address", async () => {
    await using door = await openDoor({ bounds: { tokenBytes: 2 * megabyte, totalBytes: 400 * megabyte } });
    const id = await largeThread(door);
    const body = JSON.stringify(listing(id));
    using _clients = neverRead(
      door,
      door.agent,
      id,
      (client) =>
        `POST /mcp?token=${door.agent.token} HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\nAuthorization: Basic ${client}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect((await untilStatus(door, door.agent, 503)).json).toMatchObject({ error: "Busy" });
  });

  it("never end for the owner and the operator because of others", async () => {
    await using door = await openDoor({ bounds: { tokenBytes: 7 * megabyte, totalBytes: 4 * megabyte } });
    const id = await largeThread(door);
    using _clients = neverRead(door, door.member, id);
    await untilStatus(door, door.member, 503);
    for (const token of [door.owner.token, door.operator]) {
      expect((await door.call("GET", "/api/me", { token })).status).toBe(200);
      expect((await door.call("GET", `/api/threads/${id}/messages`, { token })).status).toBe(200);
    }
  });

  it("end the connection when they are taken a little at a time", async () => {
    const clock = fakeClock();
    const bounds = { ...usualBounds, totalBytes: 1_000 * megabyte };
    await using answer = await unreadAnswer(bounds, clock);
    const wholeMs = bounds.writeMs + (answerBytes / bounds.readBytesPerSecond) * 1_000;
    // Always something in less than 30 s, which is enough for Node's own timer.
    for (let passed = 0; passed < wholeMs - 60_000; passed += 20_000) {
      await clock.advance(20_000);
      answer.client.read(200);
    }
    expect(answer.serving.destroyed).toBe(false);
    await clock.advance(60_000);
    expect(answer.serving.destroyed).toBe(true);
  });

  it("end the connection past a small allowance of whoever has no token", async () => {
    await using answer = await unreadAnswer({ ...usualBounds, totalBytes: 2 * answerBytes }, fakeClock());
    expect(answer.serving.destroyed).toBe(true);
  });

  it("are counted while batches of one caller that run at once are made", async () => {
    await using door = await openDoor({ bounds: { tokenBytes: 2 * megabyte } });
    const id = await largeThread(door);
    const batch = Array.from({ length: 5 }, () => listing(id));
    const asking = { token: door.agent.token, body: batch, headers: { "Content-Type": "application/json" } };
    const replies = await Promise.all(Array.from({ length: 8 }, () => door.call("POST", "/mcp", asking)));
    const notRun = replies.flatMap(({ text }) => [...text.matchAll(/BatchTooLarge/g)]);
    // Alone, each batch would have reached its own budget of 4 MB with four or five of its five requests.
    expect(notRun.length).toBeGreaterThan(8);
    expect((await door.call("GET", "/api/me", { token: door.agent.token })).status).toBe(200);
  });

  it("are no reason to refuse somebody who reads", async () => {
    await using door = await openDoor({ bounds: { tokenBytes: 2 * megabyte, totalBytes: 4 * megabyte } });
    const id = await largeThread(door);
    for (let i = 0; i < 20; i++) expect((await door.call("GET", `/api/threads/${id}/messages`, { token: door.member.token })).status).toBe(200);
  });
});
