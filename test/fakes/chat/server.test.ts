import { connect, type Socket } from "node:net";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readChatLog } from "./log.ts";
import { lines, parseFrame, serverFrame, textLimit, type CallWire, type ReplyWire, type ServerFrame } from "./protocol.ts";
import type { ChatServerOptions } from "./options.ts";
import { ChatServer } from "./server.ts";
import { Waiting } from "#test/fakes/waiting";

const held: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const free of held.splice(0)) await free();
});

async function startChat(options: ChatServerOptions = {}): Promise<ChatServer> {
  const server = await ChatServer.start(options);
  held.push(() => server[Symbol.asyncDispose]());
  return server;
}

/** A client as naked as can be: what the server does must be seen without our own channel in between. */
class Client {
  readonly frames: (ServerFrame | undefined)[] = [];
  readonly socket: Socket;
  readonly #waiting = new Waiting();
  #closed = false;
  #lastId = 0;

  constructor(server: ChatServer, token = server.token) {
    const cut = lines();
    this.socket = connect(server.port, server.host);
    this.socket.on("data", (bytes) => {
      this.frames.push(...cut(bytes).map((line) => parseFrame(serverFrame, line)));
      this.#waiting.changed();
    });
    this.socket.on("error", () => undefined);
    this.socket.on("close", () => {
      this.#closed = true;
      this.#waiting.changed();
    });
    this.send({ t: "hello", token });
    held.push(async () => void this.socket.destroy());
  }

  send(frame: unknown): void {
    this.socket.write(`${JSON.stringify(frame)}\n`);
  }
  start(call: CallWire): number {
    this.send({ t: "call", id: ++this.#lastId, call });
    return this.#lastId;
  }
  async call(call: CallWire): Promise<ReplyWire> {
    const id = this.start(call);
    return this.wait(() => this.frames.flatMap((frame) => (frame?.t === "reply" && frame.id === id ? [frame.reply] : []))[0]);
  }
  get events(): readonly number[] {
    return this.frames.flatMap((frame) => (frame?.t === "event" ? [frame.event.id] : []));
  }
  wait<T>(look: () => T | undefined | false): Promise<T> {
    return this.#waiting.for(look, () => JSON.stringify(this.frames.slice(-5)));
  }
  closed(): Promise<true> {
    return this.wait(() => this.#closed);
  }
}

describe("the chat server", () => {
  it("lets in who brings the token and nobody else", async () => {
    const server = await startChat();
    const client = new Client(server);
    await client.wait(() => client.frames.some((frame) => frame?.t === "welcome"));
    const stranger = new Client(server, "guess");
    await stranger.closed();
    expect(stranger.frames).toEqual([{ t: "refused", reason: "The token is not known here." }]);
    expect(server.welcomed).toBe(1);
  });

  it("hears nothing before a hello, and cuts off what is no frame", async () => {
    const server = await startChat();
    server.direct("ann");
    const rude = connect(server.port, server.host);
    rude.on("error", () => undefined);
    rude.write(`${JSON.stringify({ t: "call", id: 1, call: { method: "post", room: "dm-ann", text: "hi" } })}\n`);
    await server.waitFor((s) => s.connections === 1);
    await server.waitFor((s) => s.connections === 0);
    const client = new Client(server);
    client.socket.write("not json\n");
    await client.closed();
    expect(server.posted).toEqual([]);
  });

  it("keeps posts, buttons, edits and files in its log, on disk too", async () => {
    const logFile = join(mkdtempSync(join(tmpdir(), "chat-")), "chat.jsonl");
    const server = await startChat({ logFile });
    const room = server.group("team", ["ann", "bob"]);
    const client = new Client(server);
    const buttons = [{ label: "Yes", data: "q:1:y" }];
    expect(await client.call({ method: "post", room, topic: "t1", text: "first", buttons })).toEqual({ ok: true, message: "m1" });
    expect(await client.call({ method: "edit", message: "m1", text: "second" })).toEqual({ ok: true, message: "m1" });
    expect(await client.call({ method: "edit", message: "m1", text: "second" })).toMatchObject({ ok: false, code: 304 });
    await client.call({ method: "upload", room, name: "a.txt", mime: "text/plain", base64: Buffer.from("hello").toString("base64"), caption: "a file" });
    server.react("bob", "m1", "+1");
    expect(server.log).toMatchObject([
      {
        id: "m1",
        room: "team",
        topic: "t1",
        by: "parley",
        text: "second",
        buttons: [],
        was: [{ text: "first", buttons }],
        reactions: [{ by: "bob", reaction: "+1" }],
      },
      { id: "m2", text: "a file", file: { name: "a.txt", bytes: 5 } },
    ]);
    expect(readChatLog(logFile).messages).toEqual(server.log);
  });

  it("refuses text past its limit in UTF-16 units, empty text, files past theirs and rooms that are gone", async () => {
    const server = await startChat({ fileBytes: 4 });
    const room = server.direct("ann");
    const client = new Client(server);
    expect(await client.call({ method: "post", room, text: "😀".repeat(textLimit / 2) })).toMatchObject({ ok: true });
    expect(await client.call({ method: "post", room, text: `${"😀".repeat(textLimit / 2)}x` })).toMatchObject({ ok: false, code: 413 });
    expect(await client.call({ method: "post", room, text: " \n" })).toMatchObject({ ok: false, code: 400 });
    expect(await client.call({ method: "upload", room, name: "a", mime: "a/b", base64: Buffer.from("hello").toString("base64"), caption: "" })).toMatchObject({
      ok: false,
      code: 413,
    });
    server.removeRoom(room);
    expect(await client.call({ method: "post", room, text: "hi" })).toMatchObject({ ok: false, code: 403 });
    expect(server.posted).toHaveLength(1);
  });

  it("delivers an event again until it is acknowledged, and then no more", async () => {
    const server = await startChat();
    const room = server.direct("ann");
    const first = new Client(server);
    server.say("ann", room, "one");
    server.say("ann", room, "two");
    await first.wait(() => first.events.length === 2);
    await first.call({ method: "ack", event: 1 });
    server.redeliver();
    await first.wait(() => first.events.length === 3);
    const second = new Client(server);
    await second.wait(() => second.events.length === 1);
    await first.closed();
    await second.call({ method: "ack", event: 2, toast: "seen" });
    server.redeliver();
    await second.call({ method: "ping" });
    expect(first.events).toEqual([1, 2, 2]);
    expect(second.events).toEqual([2]);
    expect(server.unacked).toEqual([]);
    expect(server.toasts).toEqual([{ event: 2, toast: "seen" }]);
  });

  it("delivers again by itself after a while when it is told to", async () => {
    const server = await startChat({ redeliverMs: 5 });
    const room = server.direct("ann");
    const client = new Client(server);
    server.say("ann", room, "one");
    await client.wait(() => client.events.length >= 3);
    expect(new Set(client.events)).toEqual(new Set([1]));
  });

  it("doubles events and changes the order of rooms on request, never the order within one", async () => {
    const server = await startChat();
    const rooms = [server.direct("ann"), server.direct("bob")];
    const client = new Client(server);
    server.hold();
    for (const text of ["1", "2"]) for (const room of rooms) server.say(room.slice(3), room, text);
    await client.call({ method: "ping" });
    expect(client.events).toEqual([]);
    server.release({ reverseRooms: true, copies: 2 });
    await client.wait(() => client.events.length === 8);
    expect(client.events).toEqual([2, 4, 1, 3, 2, 4, 1, 3]);
  });

  it("makes one message of one nonce where it dedupes, and two where it does not", async () => {
    for (const dedupe of [true, false]) {
      const server = await startChat({ dedupe });
      const room = server.direct("ann");
      const other = server.direct("bob");
      const client = new Client(server);
      const once = await client.call({ method: "post", room, text: "hi", nonce: "k1" });
      const again = await client.call({ method: "post", room, text: "hi", nonce: "k1" });
      await client.call({ method: "post", room: other, text: "hi", nonce: "k1" });
      expect(JSON.stringify(once) === JSON.stringify(again)).toBe(dedupe);
      expect(server.posted.filter((message) => message.room === room)).toHaveLength(dedupe ? 1 : 2);
      expect(server.posted.filter((message) => message.room === other)).toHaveLength(1);
    }
  });

  it.each([
    { kind: "limit", reply: { ok: false, code: 429, retry_after: 2.5 }, done: 0 },
    { kind: "refuse", reply: { ok: false, code: 403 }, done: 0 },
    { kind: "busy", reply: { ok: false, code: 503 }, done: 0 },
  ] as const)("answers a call hit by $kind without doing it, and the next one as ever", async ({ kind, reply, done }) => {
    const server = await startChat();
    const room = server.direct("ann");
    const client = new Client(server);
    server.fault({ on: "post", kind, retryAfterMs: 2500 });
    expect(await client.call({ method: "post", room, text: "hi" })).toMatchObject(reply);
    expect(server.posted).toHaveLength(done);
    expect(await client.call({ method: "post", room, text: "hi" })).toMatchObject({ ok: true });
  });

  it.each([
    { kind: "cut-before", done: 0 },
    { kind: "cut-after", done: 1 },
  ] as const)("gives no answer and no connection to a call hit by $kind", async ({ kind, done }) => {
    const server = await startChat();
    const room = server.direct("ann");
    const client = new Client(server);
    server.fault({ on: "post", kind });
    client.start({ method: "post", room, text: "hi" });
    await client.closed();
    expect(client.frames.filter((frame) => frame?.t === "reply")).toEqual([]);
    expect(server.posted).toHaveLength(done);
  });

  it.each([
    { kind: "hang-before", done: 0 },
    { kind: "hang-after", done: 1 },
  ] as const)("says nothing to a call hit by $kind and goes on answering others", async ({ kind, done }) => {
    const server = await startChat();
    const room = server.direct("ann");
    const client = new Client(server);
    server.fault({ on: "post", kind });
    client.start({ method: "post", room, text: "hi" });
    expect(await client.call({ method: "ping" })).toEqual({ ok: true });
    expect(client.frames.filter((frame) => frame?.t === "reply")).toHaveLength(1);
    expect(server.posted).toHaveLength(done);
  });

  it("hits only the calls and the room that a fault names, as often as it says", async () => {
    const server = await startChat();
    const [room, other] = [server.direct("ann"), server.direct("bob")];
    const client = new Client(server);
    server.fault({ on: "post", kind: "refuse", times: 2, room });
    const results = [other, room, room, room].map((to) => client.call({ method: "post", room: to, text: "hi" }));
    expect((await Promise.all(results)).map((reply) => reply.ok)).toEqual([true, false, false, true]);
  });

  it("remembers everything over a stop and a start on the same port", async () => {
    const server = await startChat();
    const room = server.direct("ann");
    const { port } = server;
    const client = new Client(server);
    await client.call({ method: "post", room, text: "before", nonce: "k" });
    await server.stop();
    await client.closed();
    server.say("ann", room, "meanwhile");
    await server.listen();
    expect(server.port).toBe(port);
    const again = new Client(server);
    await again.wait(() => again.events.length === 1);
    expect(await again.call({ method: "post", room, text: "before", nonce: "k" })).toEqual({ ok: true, message: "m1" });
  });

  it("lets a button be pressed that an edit has taken away, and none that never was", async () => {
    const server = await startChat();
    const room = server.direct("ann");
    const client = new Client(server);
    await client.call({ method: "post", room, text: "?", buttons: [{ label: "Yes", data: "y" }] });
    await client.call({ method: "edit", message: "m1", text: "answered" });
    expect(server.press("ann", "m1", "y")).toBe(1);
    expect(() => server.press("ann", "m1", "n")).toThrow("no button n");
  });

  it("fails a wait with what it saw instead", async () => {
    const server = await startChat();
    await expect(server.waitFor((s) => s.posted.length > 0, { timeoutMs: 1 })).rejects.toThrow("nothing came within 1 ms: welcomed 0");
  });
});
